import { MAX_CAPTION_LENGTH, MAX_DATE_TEXT_LENGTH, MAX_NAME_LENGTH } from '@heirlight/contract/limits';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import type { PhotoGroup } from '../../domain/photos/photoGroups';
import type { PhotoDetails } from '../../domain/photos/photoRequests';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { DialogShell } from '../../ui/DialogShell';
import { Field } from '../../ui/Field';
import { useFocusBackToCard } from './cardFocus';
import { photoDialogsCopy } from './photoDialogsCopy';

export interface EditDetailsDialogProps {
  group: PhotoGroup;
  photo: Photo;
  open: boolean;
  onClose: () => void;
}

/** What people call the photo, when they say it was taken, and their words about it: for all its versions. */
export function EditDetailsDialog({ group, photo, open, onClose }: EditDetailsDialogProps) {
  return (
    <DialogShell open={open} title={photoDialogsCopy.details.title} closeLabel={copy.gallery.close} onClose={onClose}>
      <Details group={group} photo={photo} onDone={onClose} />
    </DialogShell>
  );
}

const LONGEST: Record<keyof PhotoDetails, number> = {
  name: MAX_NAME_LENGTH,
  dateText: MAX_DATE_TEXT_LENGTH,
  caption: MAX_CAPTION_LENGTH,
};
const FIELDS = ['name', 'dateText', 'caption'] as const;

function problemOf(field: keyof PhotoDetails, details: PhotoDetails): string | undefined {
  const over = details[field].length - LONGEST[field];
  return over > 0 ? photoDialogsCopy.details.tooLong(over) : undefined;
}

function Details({ group, photo, onDone }: { group: PhotoGroup; photo: Photo; onDone: () => void }) {
  const { photos } = useDomain();
  const [details, setDetails] = useState<PhotoDetails>(() => ({
    name: photo.name ?? '',
    dateText: photo.date_text ?? '',
    caption: photo.caption ?? '',
  }));
  const [pending, setPending] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useFocusBackToCard(group.id);

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    const wrong = FIELDS.find((field) => problemOf(field, details));
    if (wrong) {
      form.current?.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus();
      return;
    }
    setPending(true);
    const isDone = await photos.describePhoto(photo, details);
    setPending(false);
    if (isDone) onDone();
  };
  const field = (name: keyof PhotoDetails) => ({
    name,
    value: details[name],
    problem: problemOf(name, details),
    onChange: (value: string) => setDetails({ ...details, [name]: value }),
  });

  return (
    <Stack component="form" ref={form} noValidate spacing={2.5} onSubmit={save} sx={{ pt: 1 }}>
      <Field {...field('name')} label={photoDialogsCopy.details.name} />
      <Field {...field('dateText')} label={photoDialogsCopy.details.date} hint={photoDialogsCopy.details.dateHint} />
      <Field
        {...field('caption')}
        label={photoDialogsCopy.details.caption}
        hint={photoDialogsCopy.details.captionHint}
        multiline
        minRows={3}
        maxRows={10}
      />
      <Button type="submit" variant="contained" size="large" aria-busy={pending}>
        {pending ? copy.auth.working : photoDialogsCopy.details.save}
      </Button>
    </Stack>
  );
}
