import { ActionIcon, Button, FileButton, Group, Loader, Text } from '@mantine/core';
import { type ClipboardEvent, type DragEvent, useState } from 'react';
import { call } from '../lib/api.js';
import { ErrorView } from '../shell/error-view.js';
import { Icon } from '../shell/icon.js';
import { useReadOnly } from './editable.js';
import { Panel } from './panel.js';
import { pictureUrl } from './picture-url.js';

const types = 'image/jpeg,image/png,image/webp,image/gif,image/avif';

/** Pictures by drop, paste or choice; their order by drag, or by buttons. */
export function PicturesPanel({
  images,
  set,
  hint,
  error: refused,
  upload: operation,
}: {
  images: readonly string[];
  set: (update: (images: string[]) => string[]) => void;
  /** What it says while there are none. */
  hint: string;
  error?: string;
  upload: 'postVendorMedia' | 'postAdminMedia';
}) {
  const readOnly = useReadOnly();
  const [loading, setLoading] = useState(0);
  const [error, setError] = useState<unknown>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [over, setOver] = useState<number | null>(null);

  async function upload(files: readonly File[]): Promise<void> {
    if (readOnly) return;
    const pictures = files.filter(({ type }) => types.includes(type) && type !== '');
    setError(null);
    setLoading((before) => before + pictures.length);
    for (const file of pictures) {
      try {
        const form = new FormData();
        form.append('file', file);
        const { data } = await call(operation, { body: form as never });
        set((before) => [...before, data.key]);
      } catch (thrown) {
        setError(thrown);
      } finally {
        setLoading((before) => before - 1);
      }
    }
  }
  const move = (from: number, to: number) =>
    set((before) => {
      const next = [...before];
      const [picture] = next.splice(from, 1);
      if (picture !== undefined) next.splice(to, 0, picture);
      return next;
    });

  return (
    <Panel
      title="Pictures"
      actions={
        !readOnly && (
          <FileButton accept={types} multiple onChange={(files) => void upload(files)}>
            {(props) => (
              <Button {...props} size="compact-sm" variant="default">
                Add pictures
              </Button>
            )}
          </FileButton>
        )
      }
    >
      <div
        data-drop="pictures"
        tabIndex={0}
        role="group"
        aria-label={readOnly ? 'Pictures' : 'Pictures, drop or paste them here'}
        onDragOver={(event: DragEvent) => event.preventDefault()}
        onDrop={(event: DragEvent) => {
          event.preventDefault();
          if (event.dataTransfer.files.length > 0) void upload([...event.dataTransfer.files]);
        }}
        onPaste={(event: ClipboardEvent) => {
          if (event.clipboardData.files.length > 0) void upload([...event.clipboardData.files]);
        }}
      >
        {images.length === 0 && loading === 0 && (
          <Text size="sm" c="dimmed" ta="center" py="lg">
            {readOnly ? 'No pictures yet.' : hint}
          </Text>
        )}
        <div className="pictures">
          {images.map((image, index) => (
            <div
              key={image}
              className="picture"
              draggable={!readOnly}
              data-over={over === index && dragged !== index}
              onDragStart={() => setDragged(index)}
              onDragEnd={() => {
                setDragged(null);
                setOver(null);
              }}
              onDragOver={(event) => {
                event.preventDefault();
                setOver(index);
              }}
              onDrop={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                event.stopPropagation();
                move(dragged, index);
                setDragged(null);
                setOver(null);
              }}
            >
              <img src={pictureUrl(image) ?? ''} alt={`Picture ${index + 1}`} />
              {!readOnly && (
                <Group gap={2} justify="center" p={4}>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move picture ${index + 1} forward`}
                    disabled={index === 0}
                    onClick={() => move(index, index - 1)}
                  >
                    <Icon name="back" size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Move picture ${index + 1} back`}
                    disabled={index === images.length - 1}
                    onClick={() => move(index, index + 1)}
                  >
                    <Icon name="chevron" size={14} />
                  </ActionIcon>
                  <ActionIcon
                    variant="subtle"
                    color="red"
                    aria-label={`Remove picture ${index + 1}`}
                    onClick={() => set((before) => before.filter((item) => item !== image))}
                  >
                    <Icon name="cross" size={14} />
                  </ActionIcon>
                </Group>
              )}
            </div>
          ))}
          {Array.from({ length: loading }, (_, index) => (
            <div
              key={index}
              className="picture"
              style={{ display: 'grid', placeItems: 'center', minHeight: 112 }}
            >
              <Loader size="sm" />
            </div>
          ))}
        </div>
      </div>
      {refused && (
        <Text size="sm" c="red" mt="xs">
          {refused}
        </Text>
      )}
      {error !== null && <ErrorView error={error} />}
    </Panel>
  );
}
