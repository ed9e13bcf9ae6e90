/**
 * Jest keeps 100 frames of every stack, and the Firestore SDK takes one for each of its calls: a tenth of the backend's
 * tests went into them. Node's own number is enough to find what failed.
 */
Error.stackTraceLimit = 10;
