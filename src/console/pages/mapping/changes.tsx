import type { ReactNode } from 'react';
import type { Schemas } from '../../api/client.js';
import { CardTable } from '../../parts/card-table.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { UndoChange } from '../agency/undo-change.js';

type Change = Schemas['FeedChange'];

/** The changes of how a feed is read: what changed, who changed it and when, newest first. Each can be undone. */
export function Changes({ mapping: { feed, changes } }: { mapping: Schemas['Mapping'] }): ReactNode {
  const { t, told } = useSpeech();
  if (changes.length === 0)
    return <EmptyPart title={t('mapping.no_changes')}>{t('mapping.no_changes.more')}</EmptyPart>;
  return (
    <CardTable
      label={t('mapping.versions')}
      rows={changes}
      keyOf={({ id }) => id}
      columns={[
        { heading: t('mapping.change.what'), cell: ({ sentence }) => told(sentence), isTitle: true },
        { heading: t('mapping.change.by'), cell: ({ author }) => author },
        { heading: t('mapping.change.at'), cell: ({ at }) => <Moment at={at} /> },
        { heading: t('do.undo'), cell: (change) => <Undo feed={feed} change={change} /> },
      ]}
    />
  );
}

function Undo({ feed, change }: { feed: string; change: Change }): ReactNode {
  const { t } = useSpeech();
  const { id, undone_by: by, undone_at: at } = change;
  if (at !== null) return <Muted>{t('mapping.change.undone', { name: by ?? '' })}</Muted>;
  return <UndoChange feed={feed} id={id} done={t('mapping.undone')} size="compact-sm" variant="default" />;
}
