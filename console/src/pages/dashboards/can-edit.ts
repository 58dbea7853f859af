import { useSessionState } from '../../session/session.js';

/** Changing a dashboard needs the scope that changing anything else needs. */
export const useCanEdit = (): boolean => useSessionState().session?.scopes.includes('admin') ?? false;
