import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';
import { CardTable } from '../card-table.js';
import { ShownValue } from './shown-value.js';

type Difference = Schemas['Story']['unplanned'][number];

/** Fields whose value on the portal differs from the one that is to come; nothing without any. */
export function DifferenceTable({
  title,
  differences,
}: {
  title: string;
  differences: readonly Difference[];
}): ReactNode {
  const { t, told } = useSpeech();
  if (differences.length === 0) return null;
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <CardTable
        label={title}
        rows={differences}
        keyOf={({ pointer }) => pointer}
        columns={[
          { heading: t('story.field'), isTitle: true, cell: ({ name }) => told(name) },
          {
            heading: t('story.before'),
            cell: ({ before, before_shown: shown }) => <ShownValue json={before} shown={shown} />,
          },
          {
            heading: t('story.after'),
            cell: ({ after, after_shown: shown }) => <ShownValue json={after} shown={shown} />,
          },
        ]}
      />
    </section>
  );
}
