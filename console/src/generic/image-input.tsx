import { Button, FileButton, Group, Image, Input, Stack, TextInput } from '@mantine/core';
import { type DragEvent, useId } from 'react';
import { call } from '../lib/api.js';
import { useDeclarations } from '../lib/declarations.js';
import { mayCall, useSession } from '../lib/session.js';
import { ErrorView } from '../shell/error-view.js';
import { useReadOnly } from './editable.js';
import { pictureUrl } from './picture-url.js';
import { useSend } from './use-send.js';

const types = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** A picture of the platform: dropped, chosen as a file, or named by its storage key or address. */
export function ImageInput({
  label,
  description,
  value,
  onChange,
  error,
  height = 120,
  clearable = true,
  operation = 'postAdminMedia',
}: {
  label: string;
  description?: string;
  value: string | null;
  onChange: (key: string | null) => void;
  error?: string;
  height?: number;
  clearable?: boolean;
  /** Where it is uploaded to. */
  operation?: 'postAdminMedia' | 'postVendorMedia';
}) {
  const id = useId();
  const readOnly = useReadOnly();
  const { send, busy, error: failed } = useSend();
  const mayUpload = mayCall(useDeclarations().get(operation), useSession()) && !readOnly;
  const upload = (file: File | null | undefined) => {
    if (!file || !mayUpload) return;
    const form = new FormData();
    form.append('file', file);
    void send(
      () => call(operation, { body: form as never }),
      ({ data }) => onChange(data.key),
    );
  };
  const url = pictureUrl(value);
  return (
    <Input.Wrapper label={label} description={description} error={error} labelProps={{ htmlFor: id }}>
      <Stack
        gap="xs"
        mt={4}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          upload(event.dataTransfer.files[0]);
        }}
      >
        {url && (
          <Image
            src={url}
            alt={`Preview of ${label.toLowerCase()}`}
            h={height}
            w="auto"
            maw="100%"
            fit="contain"
            radius="sm"
          />
        )}
        <Group gap="xs" align="flex-start">
          <TextInput
            id={id}
            placeholder={readOnly ? 'None' : 'Drop a picture here, or type its key or address'}
            value={value ?? ''}
            onChange={(event) => onChange(event.currentTarget.value || null)}
            flex={1}
            miw={140}
          />
          {mayUpload && (
            <FileButton accept={types} onChange={upload}>
              {(props) => (
                <Button {...props} variant="default" loading={busy}>
                  Upload
                </Button>
              )}
            </FileButton>
          )}
          {clearable && value && !readOnly && (
            <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
              Remove
            </Button>
          )}
        </Group>
        {failed !== null && <ErrorView error={failed} />}
      </Stack>
    </Input.Wrapper>
  );
}
