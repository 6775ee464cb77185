import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { listingPage, To } from '../../parts/links.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';

type Line = Schemas['QuestionLineCard'];

/** Listings that the answer to a question changes, with what is live and what it becomes. */
export function QuestionLines({ lines, label }: { lines: readonly Line[]; label: string }): ReactNode {
  const { t, told } = useSpeech();
  const columns: Column<Line>[] = [
    {
      heading: t('questions.listing'),
      isTitle: true,
      cell: (line) => (
        <>
          <To href={listingPage(line)}>
            {line.title ?? t('listing.untitled', { id: codeOf(line.external_id) })}
          </To>
          <Muted size="xs">{codeOf(line.external_id)}</Muted>
        </>
      ),
    },
    { heading: t('feeds.feed'), cell: ({ feed }) => feed },
    { heading: t('questions.change'), cell: ({ change }) => told(change) },
  ];
  return (
    <CardTable
      rows={lines}
      columns={columns}
      keyOf={({ feed, external_id: id, field }) => `${feed} ${id} ${field}`}
      label={label}
    />
  );
}
