import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { ActButton } from '../../parts/act-button.js';
import { useFieldName } from '../../parts/field-name.js';
import { Fold } from '../../parts/fold.js';
import { placePath } from '../../parts/form/place-choice.js';
import { Muted } from '../../parts/muted.js';
import { PageTitle } from '../../parts/page-title.js';
import { Section } from '../../parts/section.js';
import { Answered, EmptyPart } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';
import { OfChosenFeed } from './feeds.js';
import { WordRow, type Meaning } from './word-row.js';

type Field = Schemas['FeedWords']['fields'][number];

/** The words of a feed and their meanings on the portal; unknown words come first. */
export default function WordsPage(): ReactNode {
  const { t } = useSpeech();
  return (
    <OfChosenFeed page="/words">
      {(feed, choice) => (
        <>
          <PageTitle title={t('nav.words')} action={choice}>
            {t('words.lead')}
          </PageTitle>
          <WordsOf key={feed} feed={feed} />
        </>
      )}
    </OfChosenFeed>
  );
}

function WordsOf({ feed }: { feed: string }): ReactNode {
  const { t } = useSpeech();
  const words = useAnswer(['words', feed], (signal) =>
    api.GET('/api/v1/feeds/{name}/words', { params: { path: { name: feed } }, signal }),
  );
  return (
    <Answered question={words}>
      {({ fields, unknown }) =>
        fields.length === 0 ? (
          <EmptyPart title={t('words.none')}>{t('words.none.more')}</EmptyPart>
        ) : (
          <Editor feed={feed} fields={fields} unknown={unknown} />
        )
      }
    </Answered>
  );
}

function Editor({
  feed,
  fields,
  unknown,
}: {
  feed: string;
  fields: readonly Field[];
  unknown: number;
}): ReactNode {
  const { t } = useSpeech();
  const [picked, setPicked] = useState<ReadonlyMap<string, Meaning>>(new Map());
  const save = useAct(
    () =>
      api.PUT('/api/v1/feeds/{name}/words', {
        params: { path: { name: feed } },
        body: { words: [...picked.values()] },
      }),
    ['words', 'home', 'mapping'],
  );
  const clear = (): void => setPicked(new Map());
  const pick = (meaning: Omit<Meaning, 'key'>, key: string | null | undefined): void => {
    const next = new Map(picked);
    const of = keyOf(meaning.table, meaning.word);
    if (key === undefined) next.delete(of);
    else next.set(of, { ...meaning, key });
    setPicked(next);
  };
  return (
    <Stack pb={picked.size > 0 ? 80 : 0}>
      <Text fw={600} role="status">
        {unknown === 0 ? t('words.all_known') : t('words.unknown', { n: unknown })}
      </Text>
      {unknown === 0 && <Muted>{t('words.all_known.more')}</Muted>}
      {fields.map((field) => (
        <FieldWords
          key={`${field.field} ${field.table ?? ''}`}
          feed={feed}
          field={field}
          picked={picked}
          onPick={pick}
        />
      ))}
      {picked.size > 0 && (
        <Group className="save-bar" justify="end" gap="sm">
          <Button variant="default" onClick={clear}>
            {t('do.cancel')}
          </Button>
          <ActButton act={save} done={t('words.saved')} onDone={clear}>
            {t('words.save', { n: picked.size })}
          </ActButton>
        </Group>
      )}
    </Stack>
  );
}

/** The key of a word among the picked meanings: words of different tables may be equal. */
function keyOf(table: string | null, word: string): string {
  return `${table ?? ''}\n${word}`;
}

function FieldWords({
  feed,
  field: { field, table, list, words },
  picked,
  onPick,
}: {
  feed: string;
  field: Field;
  /** Meanings that are not saved yet, by `keyOf`. */
  picked: ReadonlyMap<string, Meaning>;
  onPick: (meaning: Omit<Meaning, 'key'>, key: string | null | undefined) => void;
}): ReactNode {
  const { t } = useSpeech();
  const nameOf = useFieldName();
  const unknown = words.filter(({ target }) => target === null);
  const known = words.filter(({ target }) => target !== null);
  const rows = (some: readonly Field['words'][number][]): ReactNode => (
    <Stack component="ul" className="plain lines" gap={0}>
      {some.map((word) => (
        <WordRow
          key={word.word}
          feed={feed}
          word={word}
          table={table}
          list={list}
          isPlace={field === placePath}
          picked={picked.get(keyOf(table, word.word))}
          onPick={(key) => table !== null && onPick({ table, word: word.word }, key)}
        />
      ))}
    </Stack>
  );
  return (
    <Section title={nameOf(field)}>
      {unknown.length > 0 && rows(unknown)}
      {known.length > 0 && <Fold summary={t('words.known', { n: known.length })}>{rows(known)}</Fold>}
    </Section>
  );
}
