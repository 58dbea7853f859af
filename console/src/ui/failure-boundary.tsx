import { Component, type ReactNode } from 'react';
import { Failure } from './states.js';

interface FailureBoundaryProps {
  /** Another view is another chance. */
  readonly path: string;
  readonly children: ReactNode;
}

/**
 * A view that cannot be shown leaves the rest of the page in place, and says so. It may be that its scripts are
 * gone, since the service was updated while the page was open: then a reload is what helps.
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
