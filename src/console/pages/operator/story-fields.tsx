import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';

type Story = Schemas['ToldStory'];
/** A field with its position: a path may occur several times, so it identifies no row. */
type Field = NonNullable<Story['fields']>[number] & { nth: number };
type Difference = Story['unplanned'][number];

/** The origin of each field: its source, its value in the feed, and the result. */
export function Fields({ fields }: { fields: Story['fields'] }): ReactNode {
  const { t } = useSpeech();
  if (fields === null) return <Muted>{t('story.fields.none')}</Muted>;
  const columns: Column<Field>[] = [
    { heading: t('story.field'), isTitle: true, cell: ({ path }) => path },
    { heading: t('story.source'), cell: ({ source }) => source ?? '–' },
    { heading: t('story.raw'), cell: ({ raw }) => <Value text={raw} /> },
    { heading: t('story.result'), cell: ({ result }) => <Value text={result} /> },
  ];
  const rows = fields.map((field, nth) => ({ ...field, nth }));
  return <CardTable rows={rows} columns={columns} keyOf={({ nth }) => nth} label={t('story.fields')} />;
}

/** Fields whose value on the portal differs from the one it should have; nothing if there are none. */
export function Differences({
  title,
  differences,
}: {
  title: string;
  differences: readonly Difference[];
}): ReactNode {
  const { t } = useSpeech();
  if (differences.length === 0) return null;
  const columns: Column<Difference>[] = [
    { heading: t('story.field'), isTitle: true, cell: ({ pointer }) => pointer },
    { heading: t('story.before'), cell: ({ before }) => <Value text={before} /> },
    { heading: t('story.after'), cell: ({ after }) => <Value text={after} /> },
  ];
  return (
    <section aria-label={title}>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <CardTable rows={differences} columns={columns} keyOf={({ pointer }) => pointer} label={title} />
    </section>
  );
}

const shownCharacters = 300;

/** A value, shortened if it is long; the tooltip then shows it whole. */
function Value({ text }: { text: string | null }): ReactNode {
  if (text === null) return '–';
  return (
    <code className="whole" title={text.length > shownCharacters ? text : undefined}>
      {text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}
    </code>
  );
}
