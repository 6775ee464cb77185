import type { ReactNode } from 'react';

/**
 * A section that the user can open and close. It is the browser's own `details`, so the keyboard and find-in-page
 * open it too.
 */
export function Fold({
  summary,
  isOpen = false,
  children,
}: {
  summary: ReactNode;
  /** Whether the section is open at first. */
  isOpen?: boolean;
  children: ReactNode;
}): ReactNode {
  return (
    <details className="fold" open={isOpen}>
      <summary>{summary}</summary>
      <div className="fold-body">{children}</div>
    </details>
  );
}
