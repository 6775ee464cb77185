import type { ReactNode } from 'react';

/** Details on demand: opened by mouse, keyboard and find-in-page, as the browser does it. */
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
