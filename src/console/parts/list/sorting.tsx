import { NativeSelect, Table, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSpeech } from '../../words/context.js';
import { bound } from '../form/form.js';

/** What a list is sorted by: the name of a column, with `-` before it the other way round; empty: its own order. */
export interface Sorting {
  by: string;
  set: (by: string) => void;
}

interface Heading {
  heading: string;
  isNumber?: boolean;
  sort?: string;
}

/** The heading of a column. Where the table can be sorted by it, a button that does so, and turns the order round the next time. */
export function SortHeading({
  column: { heading, isNumber, sort },
  sorting,
}: {
  column: Heading;
  sorting: Sorting | undefined;
}): ReactNode {
  const isSorted = sort !== undefined && sorting !== undefined;
  const state = !isSorted
    ? undefined
    : sorting.by === sort
      ? 'ascending'
      : sorting.by === `-${sort}`
        ? 'descending'
        : 'none';
  return (
    <Table.Th ta={isNumber === true ? 'right' : 'left'} scope="col" aria-sort={state}>
      {isSorted ? (
        <UnstyledButton className="sort" onClick={() => sorting.set(sorting.by === sort ? `-${sort}` : sort)}>
          {heading}
          <span className="sort-mark">
            {state === 'ascending' && <IconChevronUp size={14} aria-hidden />}
            {state === 'descending' && <IconChevronDown size={14} aria-hidden />}
          </span>
        </UnstyledButton>
      ) : (
        heading
      )}
    </Table.Th>
  );
}

/** The same choice as the headings, for windows in which the table is a list of cards. */
export function SortChoice({
  columns,
  sorting,
}: {
  columns: readonly Heading[];
  sorting: Sorting;
}): ReactNode {
  const { t } = useSpeech();
  return (
    <NativeSelect
      hiddenFrom="sm"
      size="xs"
      label={t('list.sort')}
      {...bound(sorting.by, sorting.set)}
      data={[
        { value: '', label: t('list.sort.own') },
        ...columns.flatMap(({ heading, sort }) =>
          sort === undefined
            ? []
            : [
                { value: sort, label: t('list.sort.up', { heading }) },
                { value: `-${sort}`, label: t('list.sort.down', { heading }) },
              ],
        ),
      ]}
    />
  );
}

/** Whether one of the texts has each word of what was typed, in any case and letters. */
export function hasWords(typed: string, texts: readonly string[]): boolean {
  const all = plain(texts.join('\n'));
  return plain(typed)
    .split(/\s+/)
    .every((word) => all.includes(word));
}

/** Without case and without marks on letters: `Šabac` is found as `sabac`. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll('đ', 'dj').normalize('NFD').replace(/\p{M}/gu, '').trim();
}

type Value = string | number | null;

/** Rows by the values of a column. Those without the value come last in either direction. @param valueOf by the names of columns */
export function sortedBy<Row>(
  rows: readonly Row[],
  by: string,
  valueOf: Readonly<Record<string, (row: Row) => Value>>,
  language: string,
): readonly Row[] {
  const isDescending = by.startsWith('-');
  const value = valueOf[isDescending ? by.slice(1) : by];
  if (value === undefined) return rows;
  const compared = (a: Value, b: Value): number => {
    if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
    const order =
      typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), language);
    return isDescending ? -order : order;
  };
  return [...rows].sort((a, b) => compared(value(a), value(b)));
}
