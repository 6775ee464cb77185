import { Stack, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { usePages } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { Fold } from '../../parts/fold.js';
import { bound } from '../../parts/form/form.js';
import { To } from '../../parts/links.js';
import { Moment } from '../../parts/moment.js';
import { PageTitle } from '../../parts/page-title.js';
import { EmptyPart, Paged } from '../../parts/states.js';
import { useFilters } from '../../parts/use-filters.js';
import { useSpeech } from '../../words/context.js';

type Line = Schemas['AuditLine'];

const names = ['q'] as const;

/** The audit log: who decided what, when, and with which reason. */
export default function AuditPage(): ReactNode {
  const { t } = useSpeech();
  const [{ q }, set] = useFilters(names);
  const query = q === '' ? {} : { q };
  const pages = usePages(['audit', query], (next, signal) =>
    api.GET('/api/v1/audit', { params: { query: { limit: 50, ...query, ...next } }, signal }),
  );
  return (
    <>
      <PageTitle title={t('nav.audit')} />
      <Stack gap="sm">
        <TextInput
          type="search"
          maw="24rem"
          aria-label={t('audit.search')}
          placeholder={t('audit.search')}
          {...bound(q, (text) => set({ q: text }))}
        />
        <Paged pages={pages} itemsOf={(page) => page.audit}>
          {(lines) =>
            lines.length === 0 ? (
              <EmptyPart title={t(q === '' ? 'audit.none' : 'audit.none_so')} />
            ) : (
              <Lines lines={lines} />
            )
          }
        </Paged>
      </Stack>
    </>
  );
}

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  const { t, told } = useSpeech();
  const columns: Column<Line>[] = [
    { heading: t('audit.when'), cell: ({ at }) => <Moment at={at} /> },
    { heading: t('audit.who'), cell: ({ who }) => told(who) },
    { heading: t('audit.what'), isTitle: true, cell: (line) => <What line={line} /> },
  ];
  return <CardTable rows={lines} columns={columns} keyOf={({ id }) => id} label={t('nav.audit')} />;
}

/** The decision as a sentence that links to what it is about; what is stored of it is folded. */
function What({ line: { sentence, link, action, subject, data } }: { line: Line }): ReactNode {
  const { t, told } = useSpeech();
  const text = <span className="whole">{told(sentence)}</span>;
  return (
    <>
      {link === null ? text : <To href={link}>{text}</To>}
      <Fold
        summary={
          <Text span size="xs" c="dimmed">
            {t('audit.data')}
          </Text>
        }
      >
        <code className="whole">{[action, subject, ...(data === '{}' ? [] : [data])].join(' · ')}</code>
      </Fold>
    </>
  );
}
