import { Button, Group, Stack, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useAccount } from '../../api/session.js';
import { ItemsChart } from '../../parts/chart/charts.js';
import { bound, Form } from '../../parts/form/form.js';
import { TextField } from '../../parts/form/text-field.js';
import { PageTitle } from '../../parts/page-title.js';
import { Stat, Stats } from '../../parts/stat.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { BudgetUse } from './budget-use.js';
import { CauseLine } from './cause-line.js';
import { Installation } from './installation.js';

type Situation = Schemas['Situation'];

/**
 * The staff's home page: numbers, and attention items grouped by cause, so that a problem of a hundred agencies is
 * one line.
 */
export default function OverviewPage(): ReactNode {
  const { t } = useSpeech();
  const { role } = useAccount();
  const situation = useAnswer(['overview'], (signal) => api.GET('/api/v1/situation', { signal }));
  return (
    <>
      <PageTitle title={t('nav.overview')} />
      <Stack gap="md">
        <FindListing />
        {role === 'administrator' && <Installation />}
        <Answered question={situation}>{(data) => <Standing situation={data} />}</Answered>
      </Stack>
    </>
  );
}

/** A search for one listing. “Why is it not on the portal?” is the question that agencies ask most often. */
function FindListing(): ReactNode {
  const { t } = useSpeech();
  const [, go] = useLocation();
  const [q, setQ] = useState('');
  const submit = (): void => {
    go(`/listings?q=${encodeURIComponent(q.trim())}`);
  };
  return (
    <Form onSubmit={submit} role="search">
      <Group gap="xs" align="end" wrap="nowrap">
        <TextField
          flex={1}
          maw="36rem"
          type="search"
          label={t('overview.find')}
          placeholder={t('overview.find.hint')}
          required
          withAsterisk={false}
          {...bound(q, setQ)}
        />
        <Button type="submit" leftSection={<IconSearch size={16} aria-hidden />}>
          {t('overview.find.do')}
        </Button>
      </Group>
    </Form>
  );
}

function Standing({ situation }: { situation: Situation }): ReactNode {
  const { t } = useSpeech();
  const { causes, budget } = situation;
  return (
    <>
      <Numbers situation={situation} />
      <Stack gap="xs" component="section" aria-label={t('overview.causes')}>
        <Title order={2} size="h4">
          {t('overview.causes')}
        </Title>
        {causes.length === 0 ? (
          <EmptyPart title={t('overview.causes.none')}>{t('overview.causes.none.more')}</EmptyPart>
        ) : (
          <Stack component="ul" className="plain" gap="xs">
            {causes.map((cause) => (
              <CauseLine
                key={`${cause.kind} ${cause.subject ?? ''} ${cause.examples[0]?.agency ?? ''}`}
                cause={cause}
              />
            ))}
          </Stack>
        )}
      </Stack>
      <BudgetUse budget={budget} />
      <ItemsChart />
    </>
  );
}

function Numbers({ situation }: { situation: Situation }): ReactNode {
  const { t, ago } = useSpeech();
  const { listings, feeds, holds, running } = situation;
  const oldest =
    holds.oldest_at === null ? undefined : t('overview.holds.oldest', { ago: ago(holds.oldest_at) });
  const some = [
    ...(listings.held > 0 ? [t('overview.held', { n: listings.held })] : []),
    ...(listings.missing > 0 ? [t('overview.missing', { n: listings.missing })] : []),
  ];
  return (
    <Stats>
      <Stat
        label={t('tile.there')}
        value={listings.published}
        hint={some.length === 0 ? undefined : some.join(' · ')}
        href="/listings?there=true"
      />
      {(['in_review', 'on_the_way', 'waiting', 'refused', 'invalid'] as const).map((name) => (
        <Stat
          key={name}
          label={t(`tile.${name}`)}
          value={listings[name]}
          href={`/listings?standing=${name}`}
        />
      ))}
      <Stat label={t('overview.holds')} value={holds.open} hint={oldest} href="/holds" />
      <Stat
        label={t('overview.feeds')}
        value={feeds.total}
        href="/feeds"
        hint={t('overview.feeds.hint', { failing: feeds.failing, stalled: feeds.stalled })}
      />
      <Stat label={t('overview.running')} value={running} href="/runs" />
    </Stats>
  );
}
