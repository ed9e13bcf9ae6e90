import FormControl from '@mui/material/FormControl';
import FormHelperText from '@mui/material/FormHelperText';
import InputLabel from '@mui/material/InputLabel';
import OutlinedInput, { type OutlinedInputProps } from '@mui/material/OutlinedInput';
import { useId } from 'react';

export interface FieldProps
  extends Pick<OutlinedInputProps, 'type' | 'name' | 'autoComplete' | 'value' | 'inputRef' | 'readOnly'> {
  label: string;
  hint?: string | undefined;
  onChange: (value: string) => void;
}

/** A text field with its label, which stays above it. MUI's TextField brings its menus along, 8 kB that only a field for choosing needs. */
export function Field({ label, hint, onChange, ...input }: FieldProps) {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <FormControl fullWidth variant="outlined">
      <InputLabel htmlFor={id} shrink>
        {label}
      </InputLabel>
      <OutlinedInput
        {...input}
        id={id}
        label={label}
        notched
        {...(hint && { 'aria-describedby': hintId })}
        onChange={(event) => onChange(event.target.value)}
      />
      {hint && <FormHelperText id={hintId}>{hint}</FormHelperText>}
    </FormControl>
  );
}
