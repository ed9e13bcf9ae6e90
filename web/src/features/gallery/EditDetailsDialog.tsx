import { MAX_CAPTION_LENGTH, MAX_DATE_TEXT_LENGTH, MAX_NAME_LENGTH } from '@heirlight/contract/limits';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { copy } from '../../copy/copy';
import type { PhotoGroup } from '../../domain/photos/photoGroups';
import type { PhotoDetails } from '../../domain/photos/photoRequests';
import type { Photo } from '../../domain/photos/photosStore';
import { useDomain } from '../../domain/useDomain';
import { DialogShell } from '../../ui/DialogShell';
import { Field } from '../../ui/Field';
import { QuestionDialog } from '../../ui/QuestionDialog';
import { useFocusBackToCard } from './cardFocus';
import { photoDialogsCopy } from './photoDialogsCopy';

export interface EditDetailsDialogProps {
  group: PhotoGroup;
  photo: Photo;
  open: boolean;
  onClose: () => void;
}

/**
 * What people call the photo, when they say it was taken, and their words about it: for all its versions. Asks before it
 * loses what was typed: a finger beside the dialog closes it.
 */
export function EditDetailsDialog({ group, photo, open, onClose }: EditDetailsDialogProps) {
  const isChanged = useRef(false);
  const [isAsking, setAsking] = useState(false);
  const leave = () => {
    if (isChanged.current) setAsking(true);
    else onClose();
  };
  const done = () => {
    setAsking(false);
    onClose();
  };
  return (
    <>
      <DialogShell open={open} title={photoDialogsCopy.details.title} closeLabel={copy.gallery.close} onClose={leave}>
        <Details group={group} photo={photo} onDone={done} isChanged={isChanged} />
      </DialogShell>
      <QuestionDialog
        open={open && isAsking}
        words={photoDialogsCopy.details.discard}
        onYes={done}
        onNo={() => setAsking(false)}
      />
    </>
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

interface DetailsProps {
  group: PhotoGroup;
  photo: Photo;
  onDone: () => void;
  /** Says whether something was typed that is not saved. */
  isChanged: RefObject<boolean>;
}

function Details({ group, photo, onDone, isChanged }: DetailsProps) {
  const { photos } = useDomain();
  const [typed, setTyped] = useState<Partial<PhotoDetails>>({});
  // What was not typed into is what another device may have written meanwhile.
  const stored = { name: photo.name ?? '', dateText: photo.date_text ?? '', caption: photo.caption ?? '' };
  const details: PhotoDetails = { ...stored, ...typed };
  useEffect(() => {
    isChanged.current = FIELDS.some((field) => details[field] !== stored[field]);
  });
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
    onChange: (value: string) => setTyped({ ...typed, [name]: value }),
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
