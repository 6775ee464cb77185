import { Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { api, type Schemas } from '../../api/client.js';
import { useAct, useAnswer } from '../../api/queries.js';
import { Details } from '../../parts/details.js';
import { Fold } from '../../parts/fold.js';
import { FormFailure } from '../../parts/form/form-failure.js';
import { Moment } from '../../parts/moment.js';
import { Muted } from '../../parts/muted.js';
import { ProposalLines } from '../../parts/proposal/proposal-lines.js';
import { ProposedMapping } from '../../parts/proposal/proposed-mapping.js';
import { useToasts } from '../../parts/toasts.js';
import { useSpeech } from '../../words/context.js';
import { IdRequest } from './id-request.js';
import { SampleCards } from './sample-cards.js';
import { Causes } from './what-was-read.js';

type Upload = NonNullable<Schemas['Upload']>;

/** The API refuses larger files; checked here first, so that no large file is sent in vain. */
const bytesMax = 20_000_000;
const askAgainMs = 2_000;

/** Uploads a file to try it, usually before its address exists, and shows what was read of it. */
export function TryFile({ agency: { name, url } }: { agency: Schemas['Agency'] }): ReactNode {
  const { t } = useSpeech();
  const [isUnread, setUnread] = useState(false);
  const path = { name };
  const question = useAnswer(
    ['setup', name, 'upload'],
    (signal) => api.GET('/api/v1/agencies/{name}/upload', { params: { path }, signal }),
    isUnread ? { everyMs: askAgainMs } : {},
  );
  const upload = question.data?.upload ?? null;
  const isWaiting = upload !== null && (upload.state === 'waiting' || upload.state === 'reading');
  if (isWaiting !== isUnread) setUnread(isWaiting);
  return (
    // Opens by itself where there is no address yet, and where a file was uploaded.
    <Fold key={String(upload !== null)} summary={t('upload.title')} isOpen={url === '' || upload !== null}>
      <Stack gap="sm">
        <Muted>{t('upload.lead')}</Muted>
        {upload !== null && <Result upload={upload} />}
        <Acts name={name} upload={upload} isWaiting={isWaiting} />
      </Stack>
    </Fold>
  );
}

function Acts({
  name,
  upload,
  isWaiting,
}: {
  name: string;
  upload: Upload | null;
  isWaiting: boolean;
}): ReactNode {
  const { t } = useSpeech();
  const { done } = useToasts();
  const [isTooLarge, setTooLarge] = useState(false);
  const path = { name };
  const send = useAct(
    (file: File) =>
      api.PUT('/api/v1/agencies/{name}/upload', {
        params: { path, query: { file: file.name.slice(-200) } },
        // The schema has the bytes as a string.
        body: file as unknown as string,
        bodySerializer: (body) => body,
        headers: { 'content-type': 'application/octet-stream' },
      }),
    ['setup'],
  );
  const remove = useAct(() => api.DELETE('/api/v1/agencies/{name}/upload', { params: { path } }), ['setup']);
  const choose = (file: File | null): void => {
    if (file === null) return;
    setTooLarge(file.size > bytesMax);
    if (file.size <= bytesMax) send.mutate(file);
  };
  return (
    <>
      {isTooLarge && (
        <Text role="alert" size="sm" className="mark-bad">
          {t('upload.too_large')}
        </Text>
      )}
      <FormFailure error={send.error ?? remove.error} />
      <Group gap="sm">
        <FileButton onChange={choose} inputProps={{ 'aria-label': t('upload.do') }}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={send.isPending} disabled={isWaiting}>
              {t(upload === null ? 'upload.do' : 'upload.again')}
            </Button>
          )}
        </FileButton>
        {upload !== null && (
          <Button
            variant="subtle"
            size="xs"
            loading={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => done(t('upload.removed')) })}
          >
            {t('upload.remove')}
          </Button>
        )}
      </Group>
    </>
  );
}

function Result({ upload }: { upload: Upload }): ReactNode {
  const { t, told } = useSpeech();
  const { file, state, sentence, detail, cards, lines, causes, words, proposal } = upload;
  const isWaiting = state === 'waiting' || state === 'reading';
  return (
    <Stack gap="sm">
      <Muted size="xs">
        {file !== '' && <b>{file} · </b>}
        {t('upload.at')} <Moment at={upload.uploaded_at} /> · {t('upload.until')}{' '}
        <Moment at={upload.expires_at} />
      </Muted>
      {isWaiting && (
        <Group gap="sm" role="status">
          <Loader size="sm" aria-hidden />
          <Text size="sm">
            {state === 'waiting'
              ? t('upload.waits')
              : `${t('upload.reads')} (${t('setup.listings', { n: upload.records_read })})`}
          </Text>
        </Group>
      )}
      {sentence !== null && (
        <Text fw={600} {...(state === 'failed' && proposal === null && { className: 'mark-bad' })}>
          {told(sentence)}
        </Text>
      )}
      {detail !== null && <Details lines={[detail]} />}
      <Causes causes={causes} words={noWords} />
      {words > 0 && <Muted>{t('upload.words', { n: words })}</Muted>}
      {upload.id_request !== null && <IdRequest sentence={told(upload.id_request)} />}
      {lines.length > 0 && (
        <Fold summary={t('lines.title')}>
          <ProposalLines lines={lines} />
        </Fold>
      )}
      {cards.length > 0 && (
        <Fold summary={t('setup.samples')} isOpen>
          <SampleCards cards={cards} />
        </Fold>
      )}
      {proposal !== null && <ProposedMapping proposal={proposal} />}
    </Stack>
  );
}

const noWords: [] = [];
