import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { CardTable } from '../../parts/card-table.js';
import { Moment } from '../../parts/moment.js';
import { EmptyPart } from '../../parts/states.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

type Change = Schemas['FeedChange'];

/** Who changed what, newest first; each can be undone. */
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

function Undo({
  feed,
  change: { id, undone_by: by, undone_at: at },
}: {
  feed: string;
  change: Change;
}): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const undo = useAct(
    () => api.POST('/api/v1/feeds/{name}/changes/{id}/undo', { params: { path: { name: feed, id } } }),
    ['mapping', 'words', 'home'],
  );
  if (at !== null)
    return (
      <Text size="sm" c="dimmed">
        {t('mapping.change.undone', { name: by ?? '' })}
      </Text>
    );
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={undo.isPending}
      onClick={() =>
        undo.mutate(undefined, {
          onSuccess: () => toasts.done(t('mapping.undone')),
          onError: toasts.failed,
        })
      }
    >
      {t('do.undo')}
    </Button>
  );
}
