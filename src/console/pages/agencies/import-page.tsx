import { Button, FileInput, Group, Stack, Switch, Text, Textarea } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct } from '../../api/queries.js';
import { CardTable, type Column } from '../../parts/card-table.js';
import { bound, boundCheck } from '../../parts/form/form.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { PageTitle } from '../../parts/page-title.js';
import { useSpeech } from '../../words/context.js';
import { InviteAll } from './invite-all.js';

type Import = Schemas['AgencyImport'];
type Line = Import['lines'][number];

const example = `name,title,email,url,mapping
kvart,Kvart nekretnine,office@kvart.example,https://kvart.example/feed.xml,`;

/**
 * Creates agencies from a CSV: first a trial, which lists each line's problem; then the agencies are created and can
 * be invited.
 */
export default function ImportAgenciesPage(): ReactNode {
  const { t } = useSpeech();
  const [csv, setCsv] = useState('');
  const trial = useAct(() => api.POST('/api/v1/agencies/import', { body: { csv, dry_run: true } }), []);
  const create = useAct(
    () => api.POST('/api/v1/agencies/import', { body: { csv, dry_run: false } }),
    ['agencies'],
  );
  const change = (text: string): void => {
    setCsv(text);
    trial.reset();
    create.reset();
  };
  const names = (create.data?.lines ?? []).flatMap(({ outcome, name }) =>
    outcome === 'new' && name !== null ? [name] : [],
  );
  const shown = create.data ?? trial.data;
  return (
    <>
      <PageTitle title={t('agencies.import')}>{t('agencies.import.form')}</PageTitle>
      <Stack gap="md">
        <Source csv={csv} onChange={change} />
        <Group gap="sm">
          <Button
            variant={trial.data === undefined ? 'filled' : 'default'}
            disabled={csv.trim() === ''}
            loading={trial.isPending}
            onClick={() => trial.mutate()}
          >
            {t('agencies.import.try')}
          </Button>
          {trial.data !== undefined && trial.data.created > 0 && create.data === undefined && (
            <Button loading={create.isPending} onClick={() => create.mutate()}>
              {t('agencies.import.do', { n: trial.data.created })}
            </Button>
          )}
        </Group>
        <FormFailure error={create.error ?? trial.error} />
        {shown !== undefined && (
          <Text fw={600} role="status">
            {t('agencies.import.sum', { ...countsOf(shown.lines) })}
          </Text>
        )}
        {names.length > 0 && <InviteAll names={names} />}
        {shown !== undefined && <Lines lines={shown.lines} />}
      </Stack>
    </>
  );
}

function countsOf(lines: readonly Line[]): Record<Line['outcome'], number> {
  const count = (outcome: Line['outcome']): number => lines.filter((line) => line.outcome === outcome).length;
  return { new: count('new'), known: count('known'), problem: count('problem') };
}

function Source({ csv, onChange }: { csv: string; onChange: (text: string) => void }): ReactNode {
  const { t } = useSpeech();
  return (
    <>
      <FileInput
        label={t('agencies.import.file')}
        accept=".csv,text/csv,text/plain"
        placeholder={<span className="choose">{t('agencies.import.choose')}</span>}
        maw="28rem"
        onChange={(file) => void file?.text().then(onChange)}
      />
      <Textarea
        label={t('agencies.import.paste')}
        autosize
        minRows={5}
        maxRows={14}
        spellCheck={false}
        placeholder={example}
        ff="monospace"
        {...bound(csv, onChange)}
      />
    </>
  );
}

function Lines({ lines }: { lines: readonly Line[] }): ReactNode {
  const { t, told } = useSpeech();
  const [isShort, setShort] = useState(false);
  const hasProblems = lines.some(({ outcome }) => outcome === 'problem');
  const columns: Column<Line>[] = [
    { heading: t('agencies.import.line'), isNumber: true, cell: ({ line }) => line },
    { heading: t('agencies.agency'), isTitle: true, cell: ({ name }) => name ?? '–' },
    {
      heading: t('agencies.import.outcome'),
      cell: ({ outcome, problem }) => (
        <>
          <Text size="sm" fw={600} className={outcome === 'problem' ? 'mark-bad' : ''}>
            {t(`agencies.import.${outcome}`)}
          </Text>
          {problem !== null && <Text size="sm">{told(problem)}</Text>}
        </>
      ),
    },
  ];
  const shown = lines.filter(({ outcome }) => !isShort || outcome === 'problem');
  return (
    <>
      {hasProblems && (
        <Switch label={t('agencies.import.only_problems')} {...boundCheck(isShort, setShort)} />
      )}
      <CardTable rows={shown} columns={columns} keyOf={({ line }) => line} label={t('agencies.import')} />
    </>
  );
}
