import { Paper, Stack, Table, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { Key as ReactKey, ReactNode } from 'react';
import { Facts } from './facts.js';

export interface Column<Row> {
  /** Shown above the column in a table, and beside the value on a card. Unique among the columns. */
  heading: string;
  cell: (row: Row) => ReactNode;
  /** Whether the column holds numbers; they are aligned to the right. */
  isNumber?: boolean;
  /** Whether the cell is the card's title, which is shown without the heading. At most one column. */
  isTitle?: boolean;
}

/** A table; in a window as narrow as a phone's, a list of cards instead. */
export function CardTable<Row>({
  rows,
  columns,
  keyOf,
  label,
}: {
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => ReactKey;
  /** What the table lists, for screen readers. */
  label: string;
}): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
  return isNarrow ? (
    <Stack component="ul" gap="xs" className="plain" aria-label={label}>
      {rows.map((row) => (
        <Paper key={keyOf(row)} component="li" withBorder p="sm">
          <Card row={row} columns={columns} />
        </Paper>
      ))}
    </Stack>
  ) : (
    <Paper withBorder>
      <Table.ScrollContainer minWidth={520} scrollAreaProps={{ offsetScrollbars: false }}>
        <Table aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              {columns.map(({ heading, isNumber }) => (
                <Table.Th key={heading} ta={isNumber === true ? 'right' : 'left'} scope="col">
                  {heading}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={keyOf(row)}>
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
