import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { useSpeech } from '../../words/context.js';

type Story = Schemas['ToldStory'];
/** A path may be tried several times: at which of them this was. */
type Field = NonNullable<Story['fields']>[number] & { nth: number };
type Difference = Story['unplanned'][number];

export function Fields({ fields }: { fields: Story['fields'] }): ReactNode {
  const { t } = useSpeech();
  if (fields === null)
    return (
      <Text size="sm" c="dimmed">
        {t('story.fields.none')}
      </Text>
    );
  const columns: Column<Field>[] = [
    { heading: t('story.field'), isTitle: true, cell: ({ path }) => path },
    { heading: t('story.source'), cell: ({ source }) => source ?? '–' },
    { heading: t('story.raw'), cell: ({ raw }) => <Value text={raw} /> },
    { heading: t('story.result'), cell: ({ result }) => <Value text={result} /> },
  ];
  const rows = fields.map((field, nth) => ({ ...field, nth }));
  return <CardTable rows={rows} columns={columns} keyOf={({ nth }) => nth} label={t('story.fields')} />;
}

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

function Value({ text }: { text: string | null }): ReactNode {
  if (text === null) return '–';
  return (
    <code className="whole" title={text.length > shownCharacters ? text : undefined}>
      {text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text}
    </code>
  );
}
