import { styled } from '@mui/material/styles';

/** Words about what a finger cannot do: the arrow keys, dropping and pasting. */
export const ByHand = styled('span')({ '@media (pointer: coarse)': { display: 'none' } });

/** What stands in their place. */
export const ByFinger = styled('span')({ '@media not (pointer: coarse)': { display: 'none' } });
