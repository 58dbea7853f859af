import '../styles/index.css';
import { configure } from 'vitest-browser-react/pure';

// As in main.tsx.
configure({ reactStrictMode: true });
