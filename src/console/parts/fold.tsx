import type { ReactNode } from 'react';

/** What is shown once somebody wants to know: opened by mouse, keyboard and find-in-page, as the browser does it. */
export function Fold({
  summary,
  isOpen = false,
  children,
}: {
  summary: ReactNode;
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
