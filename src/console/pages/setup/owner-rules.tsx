import { Button, Group, NativeSelect, Paper, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { bound } from '../../parts/form/form.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Muted } from '../../parts/muted.js';
import { useSpeech } from '../../words/context.js';
import { withoutRule, withRule, type ChoiceOfSome, type Fact, type Rule } from './draft.js';

type Some = NonNullable<Fact['some']>;
type RuleWords = Schemas['RuleWords'];

/** The rules of an answer, each in the words that are kept, and a form for another one. */
export function OwnerRules({
  name,
  question,
  choice,
  onChange,
}: {
  name: string;
  question: Fact;
  choice: ChoiceOfSome;
  onChange: (choice: ChoiceOfSome) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const { some } = question;
  if (some === null) return null;
  return (
    <Stack gap="xs" role="group" aria-label={t('setup.answer.rules')}>
      <Muted size="xs">{t('setup.answer.rules')}</Muted>
      {choice.rules.map((rule) => (
        <Paper key={JSON.stringify([rule.value, rule.when])} withBorder p="xs">
          <Text size="sm" className="whole">
            {told(rule.value ? rule.statement : rule.denial)}
          </Text>
          <Group gap="sm" mt={4}>
            <Muted size="xs">{t('setup.answer.rule.count', { n: rule.listings.length })}</Muted>
            <Button
              variant="subtle"
              size="compact-xs"
              leftSection={<IconTrash size={14} aria-hidden />}
              onClick={() => onChange(withoutRule(choice, rule))}
            >
              {t('setup.answer.rule.drop')}
            </Button>
          </Group>
        </Paper>
      ))}
      {isOpen ? (
        <RuleForm
          {...{ name, some }}
          known={choice.rules}
          onAdd={(rule) => {
            onChange(withRule(choice, rule, question));
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

const typingMs = 300;
const currencies = ['EUR', 'RSD'] as const;
const nothing = { value: 'true', place: '', category: '', amount: '', currency: 'EUR', word: '' };
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
  name,
  some,
  known,
  onAdd,
}: {
  name: string;
  some: Some;
  known: readonly Rule[];
  onAdd: (rule: Rule) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const [written, setWritten] = useState(nothing);
  const [settled] = useDebouncedValue(written, typingMs);
  const when = conditionOf(settled);
  const words = useRuleWords(name, when);
  const value = settled.value === 'true';
  const isKnown = known.some(
    (rule) => rule.value === value && JSON.stringify(rule.when) === JSON.stringify(when),
  );
  const isReady = settled === written && !words.isPlaceholderData && !isKnown;
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('setup.answer.rule.new')}>
      <Stack gap="xs">
        <RuleFields some={some} written={written} onChange={setWritten} />
        <FormFailure error={words.error} />
        {when !== null && words.data !== undefined && (
          <div role="status">
            <Text size="sm" className="whole">
              {told(value ? words.data.statement : words.data.denial)}
            </Text>
            <Muted size="xs">{t('setup.answer.rule.count', { n: words.data.listings.length })}</Muted>
          </div>
        )}
        <Group>
          <Button
            variant="default"
            size="compact-sm"
            disabled={when === null || words.data === undefined || !isReady}
            onClick={() => {
              if (when !== null && words.data !== undefined) onAdd({ ...words.data, value, when });
            }}
          >
            {t('setup.answer.rule.add')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** What the server would keep for these conditions, word for word, and which listings it finds. */
function useRuleWords(name: string, when: Rule['when'] | null): ReturnType<typeof useAnswer<RuleWords>> {
  const { place, category, price_up_to: price, title_word: word } = when ?? {};
  const query = {
    ...(place !== undefined && { place }),
    ...(category !== undefined && { category }),
    ...(word !== undefined && { word }),
    ...(price !== undefined && { up_to: price.amount, currency: price.currency }),
  };
  return useAnswer(
    ['setup', name, 'rule', query],
    (signal) => api.GET('/api/v1/agencies/{name}/setup/rule', { params: { path: { name }, query }, signal }),
    { enabled: when !== null, keeps: true },
  );
}

function RuleFields({
  some: { places, categories },
  written,
  onChange,
}: {
  some: Some;
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
  const answers = [
    { value: 'true', label: t('setup.answer.rule.yes') },
    { value: 'false', label: t('setup.answer.rule.no') },
  ];
  const text = { size: 'xs', onKeyDown: stay } as const;
  return (
    <>
      <NativeSelect
        size="xs"
        maw="20rem"
        label={t('setup.answer.rule.value')}
        data={answers}
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
