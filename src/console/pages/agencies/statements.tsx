import { Anchor, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAnswer } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { Answered } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Statement = Schemas['Statement'];

/** The statements made for an agency, in their exact words, with a download. */
export function Statements({ name }: { name: string }): ReactNode {
  const { t } = useSpeech();
  const statements = useAnswer(['statements', name], (signal) =>
    api.GET('/api/v1/agencies/{name}/statements', { params: { path: { name } }, signal }),
  );
  return (
    <Stack gap="xs" component="section">
      <Title order={2} size="h4">
        {t('agencies.statements')}
      </Title>
      <Answered question={statements}>
        {({ statements: all }) =>
          all.length === 0 ? (
            <Text c="dimmed">{t('agencies.statements.none')}</Text>
          ) : (
            <List statements={all} />
          )
        }
      </Answered>
      <div>
        <Anchor size="sm" href={`/api/v1/agencies/${name}/statements`} download={`${name}-statements.json`}>
          {t('agencies.statements.export')}
        </Anchor>
      </div>
    </Stack>
  );
}

function List({ statements }: { statements: readonly Statement[] }): ReactNode {
  const { t } = useSpeech();
  const columns: Column<Statement>[] = [
    {
      heading: t('agencies.statements.sentence'),
      isTitle: true,
      cell: ({ sentence, value }) => (
        <>
          <Text size="sm">{sentence}</Text>
          <Muted size="xs">{t(value ? 'agencies.statements.yes' : 'agencies.statements.no')}</Muted>
        </>
      ),
    },
    {
      heading: t('agencies.statements.who'),
      cell: ({ name, role, account }) => `${name}, ${role} (${account})`,
    },
    { heading: t('agencies.statements.when'), cell: ({ at }) => <Moment at={at} /> },
  ];
  return (
    <CardTable rows={statements} columns={columns} keyOf={({ id }) => id} label={t('agencies.statements')} />
  );
}
