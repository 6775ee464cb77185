import { Paper, Stack, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { Facts } from '../../parts/facts.js';
import { bound } from '../../parts/form/form.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Setting = Schemas['Settings']['settings'][number];

/** The configuration in use, read-only. Secrets are hidden. */
export default function SettingsPage(): ReactNode {
  const { t } = useSpeech();
  const settings = useAnswer(['settings'], (signal) => api.GET('/api/v1/settings', { signal }));
  return (
    <Answered question={settings}>
      {({ settings: all }) => (
        <>
          <PageTitle title={t('nav.settings')}>{t('settings.more')}</PageTitle>
          <Found settings={all} />
        </>
      )}
    </Answered>
  );
}

function Found({ settings }: { settings: readonly Setting[] }): ReactNode {
  const { t } = useSpeech();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const found = settings.filter(({ key, value }) => `${key} ${value}`.toLowerCase().includes(wanted));
  const groups = [...new Set(found.map(groupOf))];
  return (
    <Stack gap="sm">
      <TextInput
        type="search"
        maw="24rem"
        aria-label={t('settings.search')}
        placeholder={t('settings.search')}
        {...bound(search, setSearch)}
      />
      {found.length === 0 && <EmptyPart title={t('settings.none')} />}
      {groups.map((name) => (
        <Paper key={name} withBorder p="md" component="section" aria-label={name}>
          <Title order={2} size="h5" mb="xs">
            {name}
          </Title>
          <Facts
            facts={found
              .filter((setting) => groupOf(setting) === name)
              .map((setting) => [setting.key, <Value key={setting.key} setting={setting} />])}
          />
        </Paper>
      ))}
    </Stack>
  );
}

/** The section of the configuration file: the key up to its first dot. */
function groupOf({ key }: Setting): string {
  return key.split('.')[0] ?? key;
}

function Value({ setting: { value, secret } }: { setting: Setting }): ReactNode {
  const { t } = useSpeech();
  return secret ? <Muted fs="italic">{t('settings.secret')}</Muted> : <code>{value}</code>;
}
