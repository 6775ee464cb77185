import { Badge, Group, Stack, Tabs, Text } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { lazy } from '../../lazy.js';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, LoadingPart } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';
import { OfChosenFeed } from '../agency/feeds.js';
import { AnswersForm } from './answers-form.js';
import { Changes } from './changes.js';
import { LinesTab } from './lines-tab.js';

// Loaded only when its tab is opened: the editor is large.
const TextTab = lazy(() => import('./text-tab.js'));

/** How a feed is read, in tabs: a form with answers, what is read, the changes, and last the mapping's whole text. */
export default function MappingPage(): ReactNode {
  const { t } = useSpeech();
  return (
    <OfChosenFeed page="/mapping">
      {(feed, choice) => (
        <>
          <PageTitle title={t('nav.mapping')} action={choice}>
            {t('mapping.lead')}
          </PageTitle>
          <MappingOf key={feed} feed={feed} />
        </>
      )}
    </OfChosenFeed>
  );
}

function MappingOf({ feed }: { feed: string }): ReactNode {
  const mapping = useAnswer(['mapping', feed], (signal) =>
    api.GET('/api/v1/feeds/{name}/mapping', { params: { path: { name: feed } }, signal }),
  );
  return <Answered question={mapping}>{(found) => <Parts mapping={found} />}</Answered>;
}

function Parts({ mapping }: { mapping: Schemas['Mapping'] }): ReactNode {
  const { t } = useSpeech();
  const [{ part }, setPart] = useFilters(['part']);
  const { name, version, own } = mapping;
  return (
    <Stack>
      <Group gap="xs">
        <Text size="sm">{t('mapping.in_force', { name, version })}</Text>
        {own && (
          <Badge variant="default" tt="none">
            {t('mapping.own')}
          </Badge>
        )}
      </Group>
      <Tabs
        value={part === '' ? 'form' : part}
        onChange={(chosen) => setPart({ part: chosen === 'form' ? '' : (chosen ?? '') })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="form">{t('mapping.form')}</Tabs.Tab>
          <Tabs.Tab value="lines">{t('mapping.lines')}</Tabs.Tab>
          <Tabs.Tab value="changes">{t('mapping.versions')}</Tabs.Tab>
          <Tabs.Tab value="text">{t('mapping.file')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="form">
          <AnswersForm mapping={mapping} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <Suspense fallback={<LoadingPart />}>
            <TextTab key={mapping.text} mapping={mapping} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="lines">
          <LinesTab feed={mapping.feed} />
        </Tabs.Panel>
        <Tabs.Panel value="changes">
          <Changes mapping={mapping} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
}
