import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, Paged } from '../../parts/states.js';
import { useSpeech } from '../../words/context.js';

type Line = Schemas['AuditLine'];

/** The audit log: who decided what, and when. */
export default function AuditPage(): ReactNode {
  const { t } = useSpeech();
  const pages = usePages(['audit'], (next, signal) =>
    api.GET('/api/v1/audit', { params: { query: { limit: 50, ...next } }, signal }),
  );
  return (
    <>
      <PageTitle title={t('nav.audit')} />
      <Stack gap="sm">
        <Paged pages={pages} itemsOf={(page) => page.audit}>
          {(lines) => (lines.length === 0 ? <EmptyPart title={t('audit.none')} /> : <Lines lines={lines} />)}
        </Paged>
      </Stack>
    </>
  );
}

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  const { t } = useSpeech();
  const columns: Column<Line>[] = [
    { heading: t('audit.when'), cell: ({ at }) => <Moment at={at} /> },
    { heading: t('audit.who'), cell: ({ author }) => author },
    {
      heading: t('audit.what'),
      isTitle: true,
      cell: ({ action }) => <span className="unbroken">{action}</span>,
    },
    { heading: t('audit.subject'), cell: ({ subject }) => subject },
    {
      heading: t('audit.data'),
      cell: ({ data }) => (data === '{}' ? '–' : <code className="whole">{data}</code>),
    },
  ];
  return <CardTable rows={lines} columns={columns} keyOf={({ id }) => id} label={t('nav.audit')} />;
}
