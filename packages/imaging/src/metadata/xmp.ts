import { BRAND } from '@heirlight/contract/brand';
import type { PictureFacts } from './facts';

const SOURCE_TYPES = 'http://cv.iptc.org/newscodes/digitalsourcetype/';

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** XML 1.0 knows no other control characters than these three. */
function escaped(text: string): string {
  const allowed = [...text].filter((letter) => letter >= ' ' || '\t\n\r'.includes(letter)).join('');
  return allowed.replace(/[&<>"]/g, (letter) => ESCAPES[letter] ?? '');
}

const attribute = (name: string, value: string | null | undefined) => (value ? `\n   ${name}="${escaped(value)}"` : '');
const inOneLanguage = (name: string, text: string | null) =>
  text ? `\n   <${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${name}>` : '';

/** The print in the picture, for what is known of its date in words only. */
const printOf = (words: string | null | undefined) =>
  words
    ? `
   <Iptc4xmpExt:ArtworkOrObject><rdf:Bag><rdf:li rdf:parseType="Resource">
    <Iptc4xmpExt:AOCircaDateCreated>${escaped(words)}</Iptc4xmpExt:AOCircaDateCreated>
   </rdf:li></rdf:Bag></Iptc4xmpExt:ArtworkOrObject>`
    : '';

const event = (agent: string, when: string | null, parameters: string | null) => `<rdf:li
    stEvt:action="edited"
    stEvt:softwareAgent="${escaped(agent)}"${attribute('stEvt:when', when)}${attribute('stEvt:parameters', parameters)}/>`;

const sentences = (...texts: (string | null)[]) => texts.filter((text) => text !== null).join(' ');

const historyOf = ({ system, restoredAt, origin, faces, adjustment }: PictureFacts) => {
  const events = [
    ...(system ? [event(system, restoredAt, sentences(origin, faces))] : []),
    ...(adjustment ? [event(BRAND, null, sentences(system ? null : origin, adjustment))] : []),
  ];
  return `
   <xmpMM:History><rdf:Seq>${events.join('')}</rdf:Seq></xmpMM:History>`;
};

/**
 * The XMP packet: title, caption and date in the fields that photo libraries read, and how the picture came to be.
 * Fields: https://www.iptc.org/std/photometadata/specification/
 */
export function xmpPacket(facts: PictureFacts): string {
  const { title, caption, date, sourceType, system } = facts;
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about=""
   xmlns:dc="http://purl.org/dc/elements/1.1/"
   xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
   xmlns:xmp="http://ns.adobe.com/xap/1.0/"
   xmlns:xmpMM="http://ns.adobe.com/xap/1.0/mm/"
   xmlns:stEvt="http://ns.adobe.com/xap/1.0/sType/ResourceEvent#"
   xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/"${attribute('photoshop:DateCreated', date?.created)}
   xmp:CreatorTool="${escaped(system ?? BRAND)}"${attribute('Iptc4xmpExt:AISystemUsed', system)}
   Iptc4xmpExt:DigitalSourceType="${SOURCE_TYPES}${escaped(sourceType)}">${inOneLanguage('dc:title', title)}${inOneLanguage(
     'dc:description',
     caption,
   )}${printOf(date?.words)}${historyOf(facts)}
  </rdf:Description>
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
}
