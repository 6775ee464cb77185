import { Paper, Stack, Text, TextInput, Title } from '@mantine/core';
import { Fragment, useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { Facts } from '../../parts/facts.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
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
          <Found settings={all.map(asInFile)} />
          <Text size="sm" mt="md">
            <To href="/design">{t('design.see')}</To>
          </Text>
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
        <Group key={name} name={name} settings={found.filter((setting) => groupOf(setting) === name)} />
      ))}
    </Stack>
  );
}

/** The settings of one section of the configuration file, by their names there. */
function Group({ name, settings }: { name: string; settings: readonly Setting[] }): ReactNode {
  const { t } = useSpeech();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={`settings-${name}`}>
      <Title order={2} size="h5" mb="xs" id={`settings-${name}`}>
        {name === '' ? t('settings.general') : <code>{name}</code>}
      </Title>
      <Facts facts={settings.map((setting) => [<Name of={setting} />, <Value setting={setting} />])} />
    </Paper>
  );
}

/** A long name breaks between its words, not inside one. */
function Name({ of: { key } }: { of: Setting }): ReactNode {
  return (
    <code>
      {key.split(/(?<=[._])/).map((word, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </code>
  );
}

const units = [
  ['d', 86_400_000],
  ['h', 3_600_000],
  ['m', 60_000],
  ['s', 1_000],
] as const;

/** A duration as the configuration file has it, `min_age: 1h`; the API gives `min_age_ms: 3600000`. */
function asInFile(setting: Setting): Setting {
  const ms = setting.key.endsWith('_ms') ? Number(setting.value) : Number.NaN;
  if (!Number.isInteger(ms)) return setting;
  const [unit, size] = units.find(([, each]) => ms > 0 && ms % each === 0) ?? ['ms', 1];
  return {
    ...setting,
    key: setting.key.slice(0, -'_ms'.length),
    value: JSON.stringify(`${ms / size}${unit}`),
  };
}

/** The section of the configuration file: the key up to its first dot; empty for a key without a section. */
function groupOf({ key }: Setting): string {
  const dot = key.indexOf('.');
  return dot < 0 ? '' : key.slice(0, dot);
}

function Value({ setting: { value, secret } }: { setting: Setting }): ReactNode {
  const { t } = useSpeech();
  if (secret) return <Muted fs="italic">{t('settings.secret')}</Muted>;
  const plain = plainOf(value);
  return plain === '' ? (
    <Muted fs="italic">{t('settings.empty')}</Muted>
  ) : (
    <code className="whole">{plain}</code>
  );
}

/** The value as the file has it: a text without its quotation marks; empty where nothing is set. */
function plainOf(json: string): string {
  const value: unknown = JSON.parse(json);
  if (typeof value === 'string') return value;
  return value === null || (Array.isArray(value) && value.length === 0) ? '' : json;
}
