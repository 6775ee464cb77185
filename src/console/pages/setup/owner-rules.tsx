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
import { waitingIn, type ChoiceOfSome, type Fact, type Rule, type Ruled } from './draft.js';

type Some = NonNullable<Fact['some']>;
type Given = Pick<Rule, 'value' | 'when'>;

/** Equal for two rules that say the same. */
export function keyOf({ value, when }: Given): string {
  const { place, category, transaction, price_up_to: price, title_word: word } = when;
  return JSON.stringify([value, place, category, transaction, price?.amount, price?.currency, word]);
}

function givenOf({ value, when }: Rule): Given {
  return { value, when };
}

/** The rules of an answer, each in the words that are kept, and a form for another one. */
export function OwnerRules({
  name,
  some,
  choice,
  onChange,
}: {
  name: string;
  some: Some;
  choice: ChoiceOfSome;
  onChange: (ruled: Ruled) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const [isOpen, setOpen] = useState(false);
  const known = choice.ruled.rules;
  const drop = useAct((rules: readonly Given[]) => asRuled(name, rules), []);
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
          {...{ name, some, choice }}
          onAdd={(ruled) => {
            onChange(ruled);
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
  choice,
  onAdd,
}: {
  name: string;
  some: Some;
  choice: ChoiceOfSome;
  onAdd: (ruled: Ruled) => void;
}): ReactNode {
  const { t, told } = useSpeech();
  const [written, setWritten] = useState(nothing);
  const [settled] = useDebouncedValue(written, typingMs);
  const known = choice.ruled.rules;
  const when = conditionOf(settled);
  const added = when === null ? null : { value: settled.value === 'true', when };
  const preview = useRuled(name, known, added);
  const isKnown = added !== null && known.some((rule) => keyOf(rule) === keyOf(added));
  const isReady = settled === written && !preview.isPlaceholderData && !isKnown;
  const shown = added === null ? undefined : preview.data;
  const rule = shown?.rules.at(-1);
  return (
    <Paper withBorder p="sm" role="group" aria-label={t('setup.answer.rule.new')}>
      <Stack gap="xs">
        <RuleFields some={some} written={written} onChange={setWritten} />
        <FormFailure error={preview.error} />
        {shown !== undefined && rule !== undefined && (
          <div role="status">
            <Text size="sm" className="whole">
              {told(rule.statement)}
            </Text>
            <Muted size="xs">{t('setup.answer.rule.count', { n: rule.covers })}</Muted>
            <Waiting ids={waitingIn({ ...choice, ruled: shown })} />
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
  name: string,
  rules: readonly Given[],
  signal?: AbortSignal,
): Promise<{ data?: Ruled; error?: unknown; response: Response }> {
  return api.POST('/api/v1/agencies/{name}/setup/rules', {
    params: { path: { name } },
    body: { rules: rules.map(({ value, when }) => ({ value, when })) },
    ...(signal !== undefined && { signal }),
  });
}

/** The known rules with another one; null: there is none yet. */
function useRuled(
  name: string,
  known: readonly Rule[],
  added: Given | null,
): ReturnType<typeof useAnswer<Ruled>> {
  const rules = [...known.map(givenOf), ...(added === null ? [] : [added])];
  return useAnswer(['setup', name, 'rules', rules], (signal) => asRuled(name, rules, signal), {
    enabled: added !== null,
    keeps: true,
  });
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
