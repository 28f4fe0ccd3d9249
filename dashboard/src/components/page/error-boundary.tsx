import { Component, type ReactNode } from "react";

interface ErrorBoundaryProps {
  /** Stands in for what could not be drawn. */
  fallback: ReactNode;
  children: ReactNode;
}

/** Keeps a part of a page that fails from taking the page with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    return this.state.failed ? this.props.fallback : this.props.children;
  }
}
