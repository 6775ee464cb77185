import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';
import { ChoiceQuestion } from './choice-question.js';
import { WordQuestion } from './word-question.js';

type Content = NonNullable<Schemas['Setup']['questions']['content']>;
type Word = Content['words'][number];

/** The answers that are not saved yet. */
interface Picked {
  /** The chosen value by the path of its field. */
  choices: Readonly<Record<string, string>>;
  /** The portal's key for a word; null: the word has no meaning. */
  words: ReadonlyMap<Word, string | null>;
}

const nothing: Picked = { choices: {}, words: new Map() };

/**
 * Questions about what the feed does not state, such as the currency, and about words that the portal does not know. All answers are saved
 * together.
 */
export function ContentQuestion({ name, content }: { name: string; content: Content }): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [picked, setPicked] = useState(nothing);
  const save = useAct(
    () =>
      api.POST('/api/v1/agencies/{name}/setup/answers', {
        params: { path: { name } },
        body: { choices: { ...picked.choices }, words: wordsOf(picked) },
      }),
    ['setup', 'agencies', 'words'],
  );
  const count = Object.keys(picked.choices).length + wordsOf(picked).length;
  const saved = (): void => {
    setPicked(nothing);
    done(t('setup.answer.saved'));
  };
  const pick = (word: Word, key: string | null | undefined): void => {
    const words = new Map(picked.words);
    if (key === undefined) words.delete(word);
    else words.set(word, key);
    setPicked({ ...picked, words });
  };
  const choose = (path: string, value: string | null): void => {
    const { [path]: _former, ...others } = picked.choices;
    setPicked({ ...picked, choices: value === null ? others : { ...others, [path]: value } });
  };
  const title = t('setup.answer.content');
  return (
    <Stack gap="md" component="section" aria-label={title}>
      <Group gap="sm">
        <Title order={3} size="h5">
          {title}
        </Title>
        <Badge variant="default" tt="none">
          {t('setup.answer.decides', { n: content.listings })}
        </Badge>
      </Group>
      {content.choices.map((choice) => (
        <ChoiceQuestion
          key={choice.path}
          choice={choice}
          value={picked.choices[choice.path] ?? choice.answer}
          onPick={(value) => choose(choice.path, value)}
        />
      ))}
      {content.words.map((word) => (
        <WordQuestion
          key={`${word.field} ${word.word}`}
          word={word}
          picked={picked.words.get(word)}
          onPick={(key) => pick(word, key)}
        />
      ))}
      <FormFailure error={save.error} />
      {(content.choices.length > 0 || content.words.length > 0) && (
        <div>
          <Button
            disabled={count === 0}
            loading={save.isPending}
            onClick={() => save.mutate(undefined, { onSuccess: saved })}
          >
            {count === 0 ? t('setup.answer.save.none') : t('setup.answer.save', { n: count })}
          </Button>
        </div>
      )}
      <Given name={name} meanings={content.meanings} />
    </Stack>
  );
}

function wordsOf({ words }: Picked): { table: string; word: string; key: string | null }[] {
  return [...words].flatMap(([{ table, word }, key]) => (table === null ? [] : [{ table, word, key }]));
}

/** Meanings that are saved already. Each can be withdrawn. */
function Given({ name, meanings }: { name: string; meanings: Content['meanings'] }): ReactNode {
  const { t, told } = useSpeech();
  const takeBack = useAct(
    (change: number) =>
      api.POST('/api/v1/agencies/{name}/setup/answers', {
        params: { path: { name } },
        body: { take_back: [change] },
      }),
    ['setup', 'agencies', 'words'],
  );
  if (meanings.length === 0) return null;
  return (
    <Fold summary={t('setup.answer.given')}>
      <FormFailure error={takeBack.error} />
      <ul className="plain">
        {meanings.map(({ change, word, key, label }) => (
          <li key={change}>
            <Group gap="sm">
              <Text size="sm">
                {key === null
                  ? t('setup.answer.means_nothing', { word })
                  : t('setup.answer.means', { word, meaning: label === null ? key : told(label) })}
              </Text>
              <Button
                variant="subtle"
                size="compact-sm"
                loading={takeBack.isPending && takeBack.variables === change}
                onClick={() => takeBack.mutate(change)}
              >
                {t('do.undo')}
              </Button>
            </Group>
          </li>
        ))}
      </ul>
    </Fold>
  );
}
