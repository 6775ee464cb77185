import type { ReactNode } from 'react';

/** A list of labels and values. */
export function Facts({
  facts,
  className = 'facts-wide',
}: {
  facts: readonly (readonly [label: ReactNode, value: ReactNode])[];
  /** `facts-wide`: values are aligned to the left, next to their labels. Without it they are aligned to the right. */
  className?: 'facts-wide' | 'numeric' | '';
}): ReactNode {
  return (
    <dl className={`facts ${className}`}>
      {facts.map(([label, value], index) => (
        <div key={index}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
