/** What is needed is looked for this often while the picture moves, and it is drawn finely after as long a rest. */
const LOOK_MS = 120;

/** Knows whether something moves, by being told of each movement. */
export interface Movement {
  moved(): void;
  /** Looks soon, though nothing has moved. */
  lookSoon(): void;
  isMoving(): boolean;
  stop(): void;
}

/** Calls `look` now and then while something moves, and `rest` when nothing has moved for a while. */
export function followMovement({ look, rest }: { look: () => void; rest: () => void }): Movement {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isMoving = false;
  let hasMoved = false;

  const tick = () => {
    timer = undefined;
    look();
    if (hasMoved) {
      hasMoved = false;
      timer = setTimeout(tick, LOOK_MS);
    } else if (isMoving) {
      isMoving = false;
      rest();
    }
  };
  return {
    moved() {
      isMoving = true;
      hasMoved = true;
      timer ??= setTimeout(tick, LOOK_MS);
    },
    lookSoon() {
      timer ??= setTimeout(tick, 0);
    },
    isMoving: () => isMoving,
    stop: () => clearTimeout(timer),
  };
}
