import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { useSpeech } from '../../words/context.js';
import { ChoiceQuestion } from './choice-question.js';
import type { ChosenPath, Content, Draft, Word, WordsOfSome } from './draft.js';
import { WordQuestion } from './word-question.js';
import { WordsOfSomeQuestion } from './words-of-some.js';

/** Up to this many words are shown with all meanings where these are few. */
const fewMax = 3;

function isChosenPath(path: string): path is ChosenPath {
  return path === 'rent.type' || path === 'structure.furnished';
}

/** Questions about what the feed does not state, such as the currency, and about words that the portal does not know. */
export function ContentQuestion({
  name,
  content,
  draft,
  onChange,
}: {
  name: string;
  content: Content;
  draft: Draft;
  onChange: (part: Partial<Draft>) => void;
}): ReactNode {
  const { t } = useSpeech();
  const pick = (word: Word, key: string | null | undefined): void => {
    const words = new Map(draft.words);
    if (key === undefined) words.delete(word);
    else words.set(word, key);
    onChange({ words });
  };
  const choose = (path: string, value: string | null): void => {
    const { [path]: _former, ...others } = draft.choices;
    onChange({ choices: value === null ? others : { ...others, [path]: value } });
  };
  const pickOfSome =
    (path: ChosenPath) =>
    (value: WordsOfSome | null): void => {
      const { [path]: _former, ...others } = draft.ofSome;
      onChange({ ofSome: value === null ? others : { ...others, [path]: value } });
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
        <Stack key={choice.path} gap="xs">
          <ChoiceQuestion
            choice={choice}
            value={draft.choices[choice.path] ?? choice.answer}
            onPick={(value) => choose(choice.path, value)}
          />
          {isChosenPath(choice.path) && choice.some !== null && (
            <WordsOfSomeQuestion
              {...{ name, choice }}
              path={choice.path}
              some={choice.some}
              value={draft.ofSome[choice.path] ?? null}
              onPick={pickOfSome(choice.path)}
            />
          )}
        </Stack>
      ))}
      {content.words.map((word) => (
        <WordQuestion
          key={`${word.field} ${word.word}`}
          word={word}
          picked={draft.words.get(word)}
          onPick={(key) => pick(word, key)}
          isOneOfFew={content.words.length <= fewMax}
        />
      ))}
      <Given name={name} meanings={content.meanings} />
    </Stack>
  );
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
