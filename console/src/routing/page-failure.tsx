import type { ErrorComponentProps } from '@tanstack/react-router';
import { Failure } from '../ui/states.js';

/**
 * In place of a page that fails; the rest stays. Its scripts may be missing because the service was updated while the console
 * was open; then a reload helps.
 */
export const PageFailure = ({ error }: ErrorComponentProps) => (
  <Failure error={error as Error} retry={() => window.location.reload()} />
);
