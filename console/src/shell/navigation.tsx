import { usePageGroups } from './pages.js';

export function Navigation({ path, open }: { path: string; open: boolean }) {
  return (
    <nav className="nav" id="navigation" aria-label="Main" data-open={open}>
      <div>
        {usePageGroups().map(({ title, entries }) => (
          <div key={title}>
            <h2>{title}</h2>
            <ul>
              {entries.map(({ label, to }) => (
                <li key={to}>
                  <a href={to} aria-current={isCurrent(to, path) ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function isCurrent(to: string, path: string): boolean {
  const own = to.replace(/^#/, '');
  return own === '/' ? path === '/' : path === own || path.startsWith(`${own}/`);
}
