import { Button, Group, Paper, Radio, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useIsStaff } from '../../api/session.js';
import { useFieldName } from '../../parts/field-name.js';
import { Section } from '../../parts/section.js';
import { useSpeech } from '../../words/context.js';
import { LookThenSave, type MappingChange } from './cost.js';

type Mapping = Schemas['Mapping'];
type Part = 'answers' | 'constants' | 'unmapped';
type Set = (part: Part, name: string, value: unknown) => void;

const facts = ['mandate_attested', 'owner_lives_nearby'] as const;
const constants = ['price.currency', 'rent.currency', 'rent.type'] as const;
const policies = ['drop', 'wait', 'ignore'] as const;

/** What people answer without reading a line of the text. */
export function AnswersForm({ mapping }: { mapping: Mapping }): ReactNode {
  const { t } = useSpeech();
  const [changed, setChanged] = useState<Record<Part, Record<string, unknown>>>(none);
  const set: Set = (part, name, value) =>
    setChanged((former) => {
      const { [name]: _former, ...others } = former[part];
      const isAsBefore = mapping[part][name] === value;
      return { ...former, [part]: isAsBefore ? others : { ...others, [name]: value } };
    });
  const now = (part: Part, name: string): unknown =>
    Object.hasOwn(changed[part], name) ? changed[part][name] : mapping[part][name];
  const clear = (): void => setChanged(none);
  return (
    <Stack>
      {useIsStaff() ? <Facts now={now} set={set} /> : <Stated mapping={mapping} />}
      <Constants now={now} set={set} rentalTypes={useKeys('rental_type')} />
      <Policies feed={mapping.feed} mapping={mapping} now={now} set={set} />
      <Paper withBorder p="md">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              {t('mapping.tables')}
            </Title>
            <Text size="sm" c="dimmed">
              {t('mapping.tables.more')}
            </Text>
          </div>
          <Button component={Link} href={`/words/${encodeURIComponent(mapping.feed)}`} variant="default">
            {t('mapping.to_words')}
          </Button>
        </Group>
      </Paper>
      <LookThenSave feed={mapping.feed} change={changeOf(changed)} onSaved={clear} onDiscard={clear} />
    </Stack>
  );
}

const none = { answers: {}, constants: {}, unmapped: {} };

function changeOf(changed: Record<Part, Record<string, unknown>>): MappingChange | null {
  const parts = Object.entries(changed).filter(([, values]) => Object.keys(values).length > 0);
  return parts.length === 0 ? null : Object.fromEntries(parts);
}

interface Answering {
  now: (part: Part, name: string) => unknown;
  set: Set;
}

function Facts({ now, set }: Answering): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('mapping.facts')}>
      <Stack>
        {facts.map((name) => {
          const value = now('answers', name);
          return (
            <Radio.Group
              key={name}
              label={t(`mapping.answer.${name}`)}
              value={typeof value === 'boolean' ? String(value) : ''}
              onChange={(chosen) => set('answers', name, chosen === 'true')}
            >
              <Group mt={6}>
                <Radio value="true" label={t('mapping.yes')} />
                <Radio value="false" label={t('mapping.no')} />
                {typeof value !== 'boolean' && (
                  <Text size="sm" c="dimmed">
                    {t('mapping.unanswered')}
                  </Text>
                )}
              </Group>
            </Radio.Group>
          );
        })}
      </Stack>
    </Section>
  );
}

/** Of an agency: what it stated, which it does where the whole sentence stands. */
function Stated({ mapping: { answers } }: { mapping: Mapping }): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('mapping.facts')} text={t('mapping.facts.stated')}>
      <dl className="facts">
        {facts.map((name) => (
          <div key={name}>
            <dt>{t(`mapping.answer.${name}`)}</dt>
            <dd>
              <b>{t(toldBy(answers[name]))}</b>
            </dd>
          </div>
        ))}
      </dl>
      <Button component={Link} href="/setup" variant="default" mt="sm">
        {t('mapping.facts.open')}
      </Button>
    </Section>
  );
}

function toldBy(answer: unknown): 'mapping.yes' | 'mapping.no' | 'mapping.unanswered' {
  if (typeof answer !== 'boolean') return 'mapping.unanswered';
  return answer ? 'mapping.yes' : 'mapping.no';
}

function Constants({
  now,
  set,
  rentalTypes,
}: Answering & { rentalTypes: readonly { value: string; label: string }[] }): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('mapping.constants')} text={t('mapping.constants.more')}>
      <Group gap="md" align="end">
        {constants.map((name) => {
          const value = now('constants', name);
          const text = typeof value === 'string' ? value : '';
          return name === 'rent.type' && rentalTypes.length > 0 ? (
            <Select
              key={name}
              label={t(`mapping.constant.${name}`)}
              data={[...rentalTypes]}
              value={text === '' ? null : text}
              onChange={(chosen) => chosen !== null && set('constants', name, chosen)}
            />
          ) : (
            <TextInput
              key={name}
              label={t(`mapping.constant.${name}`)}
              value={text}
              maxLength={100}
              onChange={({ currentTarget }) => set('constants', name, currentTarget.value)}
            />
          );
        })}
      </Group>
    </Section>
  );
}

function useKeys(list: string): { value: string; label: string }[] {
  const { data } = useAnswer(['vocabulary'], (signal) => api.GET('/api/v1/vocabulary', { signal }));
  const entries = data?.fields.find(({ field }) => field === list)?.entries ?? [];
  return entries.map(({ key, labels }) => ({ value: key, label: labels[0] ?? key }));
}

function Policies({ feed, mapping, now, set }: Answering & { feed: string; mapping: Mapping }): ReactNode {
  const { t } = useSpeech();
  const words = useAnswer(['words', feed], (signal) =>
    api.GET('/api/v1/feeds/{name}/words', { params: { path: { name: feed } }, signal }),
  );
  const nameOf = useFieldName();
  const used = words.data?.fields.filter(({ table }) => table !== null).map(({ field }) => field) ?? [];
  const fields = [...new Set([...Object.keys(mapping.unmapped), ...used])].sort();
  if (fields.length === 0) return null;
  return (
    <Section title={t('mapping.unmapped')}>
      <Group gap="md" align="end">
        {fields.map((field) => {
          const value = now('unmapped', field);
          return (
            <Select
              key={field}
              label={nameOf(field)}
              placeholder={t('mapping.policy.as_file')}
              data={policies.map((policy) => ({ value: policy, label: t(`mapping.policy.${policy}`) }))}
              value={policies.find((policy) => policy === value) ?? null}
              onChange={(chosen) => chosen !== null && set('unmapped', field, chosen)}
            />
          );
        })}
      </Group>
    </Section>
  );
}
