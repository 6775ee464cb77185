import { Badge, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { AskButton } from '../../parts/ask.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { listingPage, To } from '../../parts/links.js';
import { codeOf } from '../../parts/listings/listing-code.js';
import { Muted } from '../../parts/muted.js';
import { Answered } from '../../parts/states.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';

type Feed = Pick<Schemas['Feed'], 'name' | 'connection' | 'mapping_gain'>;
type Upgrade = Schemas['MappingUpgrade'];
type Change = Upgrade['changes'][number];

/** What the present version of a feed’s mapping would change, listing by listing, and the button that moves the feed to it. */
export function UpgradeCard({ feed }: { feed: Feed }): ReactNode {
  const { t } = useSpeech();
  const [isAsked, setAsked] = useState(false);
  const { name, mapping_gain: gain } = feed;
  const upgrade = useAnswer(
    ['mapping', name, 'upgrade'],
    (signal) => api.GET('/api/v1/feeds/{name}/mapping/upgrade', { params: { path: { name } }, signal }),
    { enabled: isAsked },
  );
  return (
    <Paper withBorder p="md" component="section" aria-label={t('upgrade.title')}>
      <Stack gap="sm">
        <Group gap="sm">
          <Text fw={600}>{t('upgrade.title')}</Text>
          {gain !== null && <Badge tt="none">{t('upgrade.gain', { version: String(gain.version) })}</Badge>}
        </Group>
        {gain !== null && <Muted>{t('upgrade.gain.more')}</Muted>}
        {isAsked ? (
          <Answered question={upgrade}>{(data) => <Shown upgrade={data} feed={feed} />}</Answered>
        ) : (
          <Group>
            <Button variant="default" onClick={() => setAsked(true)}>
              {t('upgrade.see')}
            </Button>
          </Group>
        )}
      </Stack>
    </Paper>
  );
}

function Shown({ upgrade, feed }: { upgrade: Upgrade; feed: Feed }): ReactNode {
  const { t, told } = useSpeech();
  const { moves, problem, becomes, more } = upgrade;
  if (moves.length === 0) return <Text>{t('upgrade.newest')}</Text>;
  return (
    <>
      {moves.map(({ mapping, from, to }) => (
        <Text key={mapping}>
          {t('upgrade.move', { mapping, from: String(from), to: to === null ? '?' : String(to) })}
        </Text>
      ))}
      {problem !== null && <Text>{problem}</Text>}
      {problem === null && becomes.length === 0 && <Text>{t('upgrade.nothing')}</Text>}
      <Stack component="ul" className="plain" gap={2}>
        {becomes.map(({ becomes: kind, count: n, sentence }) => (
          <li key={kind}>
            {t('upgrade.listings', { n })}: {told(sentence)}
          </li>
        ))}
      </Stack>
      {upgrade.changes.length > 0 && <Changes upgrade={upgrade} feed={feed} />}
      {more > 0 && <Muted>{t('upgrade.more', { n: more })}</Muted>}
      <Take upgrade={upgrade} />
    </>
  );
}

function Changes({
  upgrade: { changes },
  feed: { connection },
}: {
  upgrade: Upgrade;
  feed: Feed;
}): ReactNode {
  const { t, told } = useSpeech();
  const columns: Column<Change>[] = [
    {
      heading: t('upgrade.listing'),
      isTitle: true,
      cell: ({ external_id: id, title }) => (
        <>
          <To href={listingPage({ connection, external_id: id })}>
            {title ?? t('listing.untitled', { id: codeOf(id) })}
          </To>
          <Muted size="xs">{codeOf(id)}</Muted>
        </>
      ),
    },
    { heading: t('upgrade.becomes'), cell: ({ sentence }) => told(sentence) },
    { heading: t('upgrade.word'), cell: ({ word }) => word ?? '–' },
  ];
  return (
    <CardTable
      rows={changes}
      columns={columns}
      keyOf={({ external_id: id, becomes }) => `${id} ${becomes}`}
      label={t('upgrade.changes')}
    />
  );
}

/** Moves the feed. The server refuses if the mapping has yet another version by now. */
function Take({ upgrade: { feed: name, shown } }: { upgrade: Upgrade }): ReactNode {
  const { t } = useSpeech();
  const toasts = useToasts();
  const take = useAct(
    () => api.POST('/api/v1/feeds/{name}/mapping/upgrade', { params: { path: { name } }, body: { shown } }),
    ['mapping', 'feeds', 'holds', 'overview', 'listings', 'words'],
  );
  return (
    <Group>
      <AskButton
        label={t('upgrade.take')}
        act={take}
        onDone={(_data, close) => {
          close();
          toasts.done(t('upgrade.taken'));
        }}
      >
        <Text>{t('upgrade.take.text')}</Text>
      </AskButton>
    </Group>
  );
}
