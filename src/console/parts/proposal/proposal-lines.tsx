import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { useSpeech } from '../../words/context.js';
import { CardTable, type Column } from '../card-table.js';
import { Details } from '../details.js';
import { Fold } from '../fold.js';
import { Muted } from '../muted.js';

type Line = Schemas['ProposalLine'];

const kinds = ['question', 'proven', 'left_out'] as const;

/** What is asked, proven and left out of a file, a table for each: the field, where it stands in the file, and some values. */
export function ProposalLines({ lines }: { lines: readonly Line[] }): ReactNode {
  const { t } = useSpeech();
  return (
    <Stack gap="xs">
      {kinds.map((kind) => {
        const own = lines.filter((line) => line.kind === kind);
        if (own.length === 0) return null;
        const label = t(`lines.${kind}`, { n: own.length });
        return (
          <Fold key={kind} summary={label} isOpen={kind === 'question'}>
            <LineTable lines={own} label={label} hasNotes={kind !== 'proven'} />
          </Fold>
        );
      })}
    </Stack>
  );
}

function LineTable({
  lines,
  label,
  hasNotes,
}: {
  lines: readonly Line[];
  label: string;
  hasNotes: boolean;
}): ReactNode {
  const { t, told, language } = useSpeech();
  const columns: Column<Line>[] = [
    {
      heading: t('lines.field'),
      isTitle: true,
      cell: ({ field, label: name }) => (
        <div className="sentence">{field === null ? t('lines.unused') : told(name)}</div>
      ),
    },
    { heading: t('lines.column'), cell: ({ from }) => from ?? '–' },
    {
      heading: t('lines.samples'),
      cell: ({ samples }) => (samples.length === 0 ? '–' : <Muted>{samples.join(' · ')}</Muted>),
    },
    ...(hasNotes ? [{ heading: t('lines.note'), cell: (line: Line) => <Note line={line} /> }] : []),
  ];
  const english = lines.flatMap(({ detail, label: name }) =>
    detail === null ? [] : `${name.en}: ${detail}`,
  );
  return (
    <>
      <CardTable
        rows={lines}
        columns={columns}
        keyOf={({ kind, field, from }) => `${kind} ${field ?? ''} ${from ?? ''}`}
        label={label}
      />
      {language !== 'en' && <Details lines={english} />}
    </>
  );
}

/** The question with the number of listings that wait; of a doubt for staff, its English text where the page is English. */
function Note({ line: { text, detail, listings, kind } }: { line: Line }): ReactNode {
  const { t, told, language } = useSpeech();
  const english = detail !== null && language === 'en' ? <span lang="en">{detail}</span> : null;
  const note = text === null ? english : told(text);
  const other = kind === 'question' && note === null ? t('lines.check') : null;
  return (
    <>
      {note ?? other ?? '–'}
      {listings !== null && (
        <Text size="xs" fw={600} component="div">
          {t('lines.waits', { n: listings })}
        </Text>
      )}
    </>
  );
}
