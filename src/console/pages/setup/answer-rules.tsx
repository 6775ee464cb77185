import { Alert, Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { bound } from '../../parts/form/form.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { rulesOfWords, rulesOfYesNo, type ChosenPath, type Fact, type Rule, type Ruled } from './draft.js';

type Some = NonNullable<Fact['some']>;
type Given = Pick<Rule, 'value' | 'when'>;

/** What rules are about, and what they may answer. */
export interface RuledFact {
  /** Of the agency. */
  name: string;
  /** Payload path. */
  path: 'rent.owner_lives_nearby' | ChosenPath;
  answers: readonly { value: Rule['value']; label: string }[];
  some: Some;
}

/** Equal for two rules that say the same. */
export function keyOf({ value, when }: Given): string {
  const { place, category, transaction, price_up_to: price, title_word: word } = when;
  return JSON.stringify([value, place, category, transaction, price?.amount, price?.currency, word]);
}

function givenOf({ value, when }: Rule): Given {
  return { value, when };
}

/** The rules of an answer, each in the words that are kept, and a form for another one. */
export function AnswerRules({
  fact,
  ruled,
  waitingIn,
  onChange,
}: {
  fact: RuledFact;
  ruled: Ruled;
  /** The ids of the listings that no answer covers while the rules contradict each other. */
  waitingIn: (ruled: Ruled) => string[];
  onChange: (ruled: Ruled) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const known = ruled.rules;
  const drop = useAct((rules: readonly Given[]) => asRuled(fact, rules), []);
  return (
    <Stack gap="xs" role="group" aria-label={t('setup.answer.rules')}>
      <Muted size="xs">{t('setup.answer.rules')}</Muted>
      <FormFailure error={drop.error} />
      {known.map((rule) => (
        <Paper key={keyOf(rule)} withBorder p="xs">
          <Text size="sm" className="whole">
            {told(rule.statement)}
          </Text>
          <Group gap="sm" mt={4}>
            <Muted size="xs">{t('setup.answer.rule.count', { n: rule.covers })}</Muted>
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconTrash size={14} aria-hidden />}
              disabled={drop.isPending}
              onClick={() => {
                const left = known.filter((one) => one !== rule).map(givenOf);
                drop.mutate(left, { onSuccess: onChange });
              }}
            >
              {t('setup.answer.rule.drop')}
            </Button>
          </Group>
        </Paper>
      ))}
      {isOpen ? (
        <RuleForm
          {...{ fact, ruled, waitingIn }}
          onAdd={(changed) => {
            onChange(changed);
            setOpen(false);
          }}
        />
      ) : (
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t('setup.answer.rule.new')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Most listings that a sentence names. */
const namedMax = 10;

/** The listings that no answer covers while the rules contradict each other. */
export function Waiting({ ids }: { ids: readonly string[] }): ReactNode {
  const { t } = useSpeech();
  if (ids.length === 0) return null;
  const named = ids.slice(0, namedMax).join(', ');
  return (
    <Alert role="alert" variant="outline" color="yellow" p="xs">
      <span className="whole">
        {t('setup.answer.rule.contradicted', { n: ids.length })} {named}
        {ids.length > namedMax && ', …'}
      </span>
    </Alert>
  );
}

const typingMs = 300;
const currencies = ['EUR', 'RSD'] as const;
const nothing = { value: '', place: '', category: '', amount: '', currency: 'EUR', word: '' };
type Written = typeof nothing;

/** A price in figures; null: none is written; NaN: it cannot be read, as a point may part thousands or decimals. */
function limitOf({ amount }: Written): number | null {
  const text = amount.trim();
  if (text === '') return null;
  return /^\d+(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN;
}

/** The conditions as the API takes them; null: there is none, or the price cannot be read. */
function conditionOf(written: Written): Rule['when'] | null {
  const { place, category, currency, word } = written;
  const limit = limitOf(written);
  if (limit !== null && !(limit > 0)) return null;
  const when: Rule['when'] = {
    ...(place !== '' && { place }),
    ...(category !== '' && { category }),
    ...(limit !== null && {
      price_up_to: { amount: limit, currency: currency === 'RSD' ? ('RSD' as const) : ('EUR' as const) },
    }),
    ...(word.trim() !== '' && { title_word: word.trim() }),
  };
  return Object.keys(when).length === 0 ? null : when;
}

function RuleForm({
  fact,
  ruled,
  waitingIn,
  onAdd,
}: {
  fact: RuledFact;
  ruled: Ruled;
  waitingIn: (ruled: Ruled) => string[];
  onAdd: (ruled: Ruled) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const [written, setWritten] = useState(() => ({ ...nothing, value: String(fact.answers[0]?.value) }));
  const [settled] = useDebouncedValue(written, typingMs);
  const known = ruled.rules;
  const when = conditionOf(settled);
  const answer = fact.answers.find(({ value }) => String(value) === settled.value);
  const added = when === null || answer === undefined ? null : { value: answer.value, when };
  const preview = useRuled(fact, known, added);
  const isKnown = added !== null && known.some((rule) => keyOf(rule) === keyOf(added));
  const isReady = settled === written && !preview.isPlaceholderData && !isKnown;
  const shown = added === null ? undefined : preview.data;
  const rule = shown?.rules.at(-1);
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('setup.answer.rule.new')}>
      <Stack gap="xs">
        <RuleFields fact={fact} written={written} onChange={setWritten} />
        <FormFailure error={preview.error} />
        {shown !== undefined && rule !== undefined && (
          <div role="status">
            <Text size="sm" className="whole">
              {told(rule.statement)}
            </Text>
            <Muted size="xs">{t('setup.answer.rule.count', { n: rule.covers })}</Muted>
            <Waiting ids={waitingIn(shown)} />
          </div>
        )}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            disabled={shown === undefined || !isReady}
            onClick={() => {
              if (shown !== undefined) onAdd(shown);
            }}
          >
            {t('setup.answer.rule.add')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** What the server would keep of rules, word for word, and what they say of the listings. */
function asRuled(
  { name, path }: RuledFact,
  rules: readonly Given[],
  signal?: AbortSignal,
): Promise<{ data?: Ruled; error?: unknown; response: Response }> {
  return api.POST('/api/v1/agencies/{name}/setup/rules', {
    params: { path: { name } },
    body: { path, rules: path === 'rent.owner_lives_nearby' ? rulesOfYesNo(rules) : rulesOfWords(rules) },
    ...(signal !== undefined && { signal }),
  });
}

/** The known rules with another one; null: there is none yet. */
function useRuled(
  fact: RuledFact,
  known: readonly Rule[],
  added: Given | null,
): ReturnType<typeof useAnswer<Ruled>> {
  const rules = [...known.map(givenOf), ...(added === null ? [] : [added])];
  return useAnswer(
    ['setup', fact.name, 'rules', fact.path, rules],
    (signal) => asRuled(fact, rules, signal),
    {
      enabled: added !== null,
      keeps: true,
    },
  );
}

function RuleFields({
  fact: {
    answers,
    some: { places, categories },
  },
  written,
  onChange,
}: {
  fact: RuledFact;
  written: Written;
  onChange: (written: Written) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const field = (part: keyof Written): ReturnType<typeof bound> =>
    bound(written[part], (value) => onChange({ ...written, [part]: value }));
  const optionsOf = (list: Some['places']): { value: string; label: string }[] => [
    { value: '', label: t('setup.answer.rule.any') },
    ...list.map(({ value, label }) => ({ value, label: told(label) })),
  ];
  // Enter would save the whole step.
  const stay = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') event.preventDefault();
  };
  const text = { size: 'xs', onKeyDown: stay } as const;
  return (
    <>
      <NativeSelect
        size="xs"
        maw="20rem"
        label={t('setup.answer.rule.value')}
        data={answers.map(({ value, label }) => ({ value: String(value), label }))}
        {...field('value')}
      />
      <Muted size="xs">{t('setup.answer.rule.when')}</Muted>
      <Group gap="xs" align="end">
        <NativeSelect
          size="xs"
          label={t('setup.answer.rule.place')}
          data={optionsOf(places)}
          {...field('place')}
        />
        <NativeSelect
          size="xs"
          label={t('setup.answer.rule.category')}
          data={optionsOf(categories)}
          {...field('category')}
        />
        <TextInput
          {...text}
          w="8rem"
          inputMode="decimal"
          label={t('setup.answer.rule.price')}
          error={Number.isNaN(limitOf(written)) && t('setup.answer.rule.price.unread')}
          {...field('amount')}
        />
        <NativeSelect
          size="xs"
          label={t('setup.answer.rule.currency')}
          data={[...currencies]}
          {...field('currency')}
        />
        <TextInput {...text} maxLength={60} label={t('setup.answer.rule.word')} {...field('word')} />
      </Group>
    </>
  );
}
