import { Component, Fragment, type ReactNode } from 'react';

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

/** How often a part is drawn anew. A bug of ours would do so for ever. */
const MOST_REDRAWINGS = 3;

interface RedrawnState {
  failure: { error: unknown } | null;
  redrawings: number;
}

/**
 * Draws a part of the page anew when it fails: an extension may have taken away what React wanted to change. What fails
 * again and again is left to the boundary around it.
 */
export class Redrawn extends Component<{ children: ReactNode }, RedrawnState> {
  override state: RedrawnState = { failure: null, redrawings: 0 };

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } };
  }

  override componentDidCatch() {
    this.setState(({ redrawings }) => ({ failure: null, redrawings: redrawings + 1 }));
  }

  override render() {
    const { failure, redrawings } = this.state;
    if (failure && redrawings === MOST_REDRAWINGS) throw failure.error;
    return failure ? null : <Fragment key={redrawings}>{this.props.children}</Fragment>;
  }
}

/** A part of the page that fails by itself, if drawing it anew does not help. */
export const PagePart = ({ children, fallback }: Pick<ErrorBoundaryProps, 'children' | 'fallback'>) => (
  <ErrorBoundary fallback={fallback}>
    <Redrawn>{children}</Redrawn>
  </ErrorBoundary>
);
