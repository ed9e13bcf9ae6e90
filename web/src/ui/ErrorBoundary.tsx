import { Component, type ReactNode } from 'react';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown in place of what broke. */
  fallback?: ReactNode;
  onError?: (error: unknown) => void;
}

/** Keeps the rest of the page when one part fails: code that could not be downloaded, or a bug of ours. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error);
  }

  override render() {
    return this.state.broken ? (this.props.fallback ?? null) : this.props.children;
  }
}
