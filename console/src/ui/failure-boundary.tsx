import { Component, type ReactNode } from 'react';
import { Failure } from './states.js';

interface FailureBoundaryProps {
  /** A new path resets the error. */
  readonly path: string;
  readonly children: ReactNode;
}

/**
 * Shows an error in place of a view that fails, and keeps the rest of the page. Its scripts may be missing because the
 * service was updated while the page was open; then a reload helps.
 */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly error: Error | undefined }> {
  override state: { readonly error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidUpdate(before: FailureBoundaryProps): void {
    if (before.path !== this.props.path && this.state.error) this.setState({ error: undefined });
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Failure error={error} retry={() => window.location.reload()} />;
  }
}
