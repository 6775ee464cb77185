import { Group, Paper, Radio, Select, Stack, TextInput, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { useIsStaff } from '../../api/session.js';
import { Facts } from '../../parts/facts.js';
import { useFieldName } from '../../parts/field-name.js';
import { ToButton } from '../../parts/links.js';
import { Muted } from '../../parts/muted.js';
import { Section } from '../../parts/section.js';
import { useSpeech } from '../../words/context.js';
import { LookThenSave, type MappingChange } from './cost.js';
import { useVocabulary } from '../agency/vocabulary.js';

type Mapping = Schemas['Mapping'];
type Part = 'answers' | 'constants' | 'unmapped';
/** Sets a value of the form. A value equal to the one in use counts as unchanged. */
type Set = (part: Part, name: string, value: unknown) => void;

const facts = ['mandate_attested', 'owner_lives_nearby'] as const;
const constants = [
  ...(['transaction', 'category', 'location.place_id'] as const),
  ...(['price.currency', 'rent.currency', 'rent.type'] as const),
] as const;
const offers = ['sale', 'rent'] as const;
const policies = ['drop', 'wait', 'ignore'] as const;

/**
 * A form for the parts of a mapping that can be answered without reading its text: facts, constant values, and what
 * happens to unknown words.
 */
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
      {useIsStaff() ? <FactsForm now={now} set={set} /> : <Stated mapping={mapping} />}
      <Constants
        now={now}
        set={set}
        rentalTypes={useVocabulary('rental_type').options}
        categories={useVocabulary('category').options}
      />
      <Policies feed={mapping.feed} mapping={mapping} now={now} set={set} />
      <Paper withBorder p="md">
        <Group justify="space-between">
          <div>
            <Title order={2} size="h4">
              {t('mapping.tables')}
            </Title>
            <Muted>{t('mapping.tables.more')}</Muted>
          </div>
          <ToButton href={`/words/${encodeURIComponent(mapping.feed)}`} variant="default">
            {t('mapping.to_words')}
          </ToButton>
        </Group>
      </Paper>
      <LookThenSave feed={mapping.feed} change={changeOf(changed)} onSaved={clear} onDiscard={clear} />
    </Stack>
  );
}

const none = { answers: {}, constants: {}, unmapped: {} };

/** The changed parts as the API expects them; null if nothing changed. */
function changeOf(changed: Record<Part, Record<string, unknown>>): MappingChange | null {
  const parts = Object.entries(changed).filter(([, values]) => Object.keys(values).length > 0);
  return parts.length === 0 ? null : Object.fromEntries(parts);
}

interface Answering {
  /** The value in the form, which is the one in use until the user changes it. */
  now: (part: Part, name: string) => unknown;
  set: Set;
}

function FactsForm({ now, set }: Answering): ReactNode {
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
                {typeof value !== 'boolean' && <Muted>{t(answerKey(value))}</Muted>}
              </Group>
            </Radio.Group>
          );
        })}
      </Stack>
    </Section>
  );
}

/** The statements of an agency, read-only. The agency makes them on the setup page, which shows their full text. */
function Stated({ mapping: { answers } }: { mapping: Mapping }): ReactNode {
  const { t } = useSpeech();
  return (
    <Section title={t('mapping.facts')} text={t('mapping.facts.stated')}>
      <Facts
        className=""
        facts={facts.map((name) => [t(`mapping.answer.${name}`), <b>{t(answerKey(answers[name]))}</b>])}
      />
      <ToButton href="/setup" variant="default" mt="sm">
        {t('mapping.facts.open')}
      </ToButton>
    </Section>
  );
}

function answerKey(answer: unknown): 'mapping.yes' | 'mapping.no' | 'mapping.differs' | 'mapping.unanswered' {
  if (typeof answer === 'object' && answer !== null) return 'mapping.differs';
  if (typeof answer !== 'boolean') return 'mapping.unanswered';
  return answer ? 'mapping.yes' : 'mapping.no';
}

type Options = ReturnType<typeof useVocabulary>['options'];

/** Values for listings that have none in the feed. */
function Constants({
  now,
  set,
  rentalTypes,
  categories,
}: Answering & { rentalTypes: Options; categories: Options }): ReactNode {
  const { t } = useSpeech();
  const optionsOf = (name: (typeof constants)[number]): Options => {
    if (name === 'transaction') return offers.map((value) => ({ value, label: t(`mapping.offer.${value}`) }));
    return name === 'category' ? categories : name === 'rent.type' ? rentalTypes : [];
  };
  return (
    <Section title={t('mapping.constants')} text={t('mapping.constants.more')}>
      <Group gap="md" align="end">
        {constants.map((name) => {
          const value = now('constants', name);
          const text = typeof value === 'string' ? value : '';
          const own = optionsOf(name);
          const options =
            own.length === 0 ? own : [...own, { value: 'ask_partner', label: t('mapping.ask_partner') }];
          return options.length > 0 ? (
            <Select
              key={name}
              label={t(`mapping.constant.${name}`)}
              data={options}
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

/** What happens to a listing whose word has no meaning, for each field that has words. */
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
