import type { ReactNode } from 'react';

/** What is known of one thing: names to the left, values to the right. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [label: string, value: ReactNode])[];
}): ReactNode {
  return (
    <dl className="facts facts-wide">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
