import { createContext } from 'react';
import { type TileRequests, tileRequest } from './tile-request.js';

/** How the tiles of a page are asked for. */
export const TileRequestContext = createContext<TileRequests>(tileRequest);
