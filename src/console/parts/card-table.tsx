import { Checkbox, Group, Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Key as ReactKey, ReactNode } from 'react';
import { useSpeech } from '../words/context.js';
import { Facts } from './facts.js';
import { SortHeading, type Sorting } from './list/sorting.js';

export interface Column<Row> {
  /** Shown above the column in a table, and beside the value on a card. Unique among the columns. */
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Whether the column holds numbers; they are aligned to the right. */
  isNumber?: boolean;
  /** Whether the cell is the card's title, which is shown without the heading. At most one column. */
  isTitle?: boolean;
  /** What the table is sorted by with a click on the heading; left out: it cannot be. */
  sort?: string;
}

/** Rows that the user has chosen, by their keys. */
interface Selection<Row> {
  chosen: ReadonlySet<ReactKey>;
  choose: (keys: ReadonlySet<ReactKey>) => void;
  /** The name of a row, for screen readers. */
  nameOf: (row: Row) => string;
}

interface Shown<Row> {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => ReactKey;
  /** What the table lists, for screen readers. */
  label: string;
  sorting?: Sorting | undefined;
  selection?: Selection<Row> | undefined;
}

/** A table; in a window as narrow as a phone's, a list of cards instead. */
export function CardTable<Row>(shown: Shown<Row>): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? <Cards {...shown} /> : <WideTable {...shown} />;
}

function Cards<Row>({ rows, columns, keyOf, label, selection }: Shown<Row>): ReactNode {
  return (
    <Stack component="ul" gap="xs" className="plain" aria-label={label}>
      {rows.map((row) => (
        <Paper key={keyOf(row)} component="li" withBorder p="sm">
          <Group gap="sm" wrap="nowrap" align="start">
            {selection !== undefined && <RowChoice row={row} of={keyOf(row)} selection={selection} />}
            <div className="grow-all">
              <Card row={row} columns={columns} />
            </div>
          </Group>
        </Paper>
      ))}
    </Stack>
  );
}

function WideTable<Row>({ rows, columns, keyOf, label, sorting, selection }: Shown<Row>): ReactNode {
  return (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{ offsetScrollbars: false }}>
        <Table aria-label={label} className="dense">
          <Table.Thead>
            <Table.Tr>
              {selection !== undefined && (
                <Table.Th className="choice">
                  <AllChoice keys={rows.map(keyOf)} selection={selection} />
                </Table.Th>
              )}
              {columns.map((column) => (
                <SortHeading key={column.heading} column={column} sorting={sorting} />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
                {selection !== undefined && (
                  <Table.Td className="choice">
                    <RowChoice row={row} of={keyOf(row)} selection={selection} />
                  </Table.Td>
                )}
                {columns.map(({ heading, cell, isNumber }) => (
                  <Table.Td
                    key={heading}
                    ta={isNumber === true ? 'right' : 'left'}
                    className={isNumber === true ? 'numeric' : ''}
                  >
                    {cell(row)}
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Paper>
  );
}

function RowChoice<Row>({
  row,
  of,
  selection: { chosen, choose, nameOf },
}: {
  row: Row;
  of: ReactKey;
  selection: Selection<Row>;
}): ReactNode {
  const { t } = useSpeech();
  const isChosen = chosen.has(of);
  return (
    <Checkbox
      size="xs"
      aria-label={t('list.choose', { name: nameOf(row) })}
      checked={isChosen}
      onChange={() =>
        choose(isChosen ? new Set([...chosen].filter((key) => key !== of)) : new Set([...chosen, of]))
      }
    />
  );
}

function AllChoice<Row>({
  keys,
  selection: { chosen, choose },
}: {
  keys: readonly ReactKey[];
  selection: Selection<Row>;
}): ReactNode {
  const { t } = useSpeech();
  const isAll = keys.every((key) => chosen.has(key));
  return (
    <Checkbox
      size="xs"
      aria-label={t('list.choose_all')}
      checked={isAll}
      indeterminate={!isAll && keys.some((key) => chosen.has(key))}
      onChange={() => choose(new Set(isAll ? [] : keys))}
    />
  );
}

function Card<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }): ReactNode {
  const title = columns.find(({ isTitle }) => isTitle === true);
  return (
    <>
      {title !== undefined && (
        <Text component="div" fw={600} mb={4}>
          {title.cell(row)}
        </Text>
      )}
      <Facts
        className=""
        facts={columns.filter((column) => column !== title).map(({ heading, cell }) => [heading, cell(row)])}
      />
    </>
  );
}
