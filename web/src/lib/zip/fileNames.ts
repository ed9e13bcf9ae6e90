import { safeName } from '../safeName';

/** Gives each file of a zip a name that no other has: the second one of a name gets " (2)". */
export function createNames(): (file: { folder?: string; stem: string; extension: string }) => string {
  const taken = new Set<string>();
  return ({ folder, stem, extension }) => {
    const nameOf = (mark: string) =>
      `${folder === undefined ? '' : `${safeName(folder)}/`}${safeName(stem, mark.length)}${mark}.${extension}`;
    let name = nameOf('');
    // Most disks take "A.png" and "a.png" for the same.
    for (let count = 2; taken.has(name.toLowerCase()); count++) name = nameOf(` (${count})`);
    taken.add(name.toLowerCase());
    return name;
  };
}

/** Returns a stem for each, all different: a photo's files have one name in every folder, also where some lack one. */
export function distinctStems(stems: readonly string[]): string[] {
  const nameOf = createNames();
  return stems.map((stem) => nameOf({ stem, extension: '' }).slice(0, -1));
}
