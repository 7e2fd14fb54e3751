// A page that the club made: sections of boxes with text or a picture.
import type { CSSProperties } from 'react'
import {
  type BoxSettings,
  largestImageSide,
  type PageElement,
  parsePageContent,
  toBoxSettings,
  toNumberWithin,
} from '../../../domain/page.ts'
import { ClubHtml } from './ClubHtml.tsx'
import styles from './CustomPage.module.css'

/** Content that is not JSON shows no sections. Everything is checked again here (rules/security 7.1). */
export function CustomPage({ content }: { content: string }) {
  const { sections } = parsePageContent(content)
  return (
    <div className="stack">
      {sections.map(({ elements }, sectionIndex) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no other name and never change places
        <div key={sectionIndex} className={styles.section}>
          {elements.map((element, elementIndex) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: likewise
            <Element key={elementIndex} element={element} />
          ))}
        </div>
      ))}
    </div>
  )
}

function Element({ element }: { element: PageElement }) {
  const box = toBoxSettings({ ...element.settings })
  return (
    <div className={styles.element} style={toElementStyle(box)}>
      <div className={styles.content} style={toContentStyle(box)}>
        {element.type === 'text' ? (
          <ClubHtml html={element.settings.text} />
        ) : (
          <Picture settings={element.settings} />
        )}
      </div>
    </div>
  )
}

function Picture({ settings }: { settings: Extract<PageElement, { type: 'image' }>['settings'] }) {
  if (!isShownPicture(settings.imageData)) return null
  const width = toNumberWithin(settings.imageWidth, 1, largestImageSide)
  const height = toNumberWithin(settings.imageHeight, 1, largestImageSide)
  return (
    <img
      className={styles.picture}
      src={settings.imageData}
      alt=""
      width={width}
      height={height}
      style={{
        ...(width === undefined ? {} : { width }),
        ...(width === undefined || height === undefined ? {} : { aspectRatio: `${width} / ${height}` }),
      }}
      decoding="async"
      loading="lazy"
    />
  )
}

/** Only our own pictures, and pictures inside the page's text. */
function isShownPicture(address: string): boolean {
  return (
    /^\/media\/[\w-]+\.webp(\?|$)/.test(address) || /^data:image\/(png|jpeg|gif|webp);base64,/.test(address)
  )
}

function toElementStyle(box: BoxSettings): CSSProperties {
  const px = (value: number | undefined) => (value === undefined ? 0 : `${value}px`)
  const hasBorder = [box.borderTop, box.borderRight, box.borderBottom, box.borderLeft].some(Boolean)
  return {
    ...(box.elementWidth ? { width: `${box.elementWidth}%` } : {}),
    ...(box.elementHeight ? { height: `${box.elementHeight}%` } : {}),
    ...(hasBorder
      ? {
          borderStyle: 'solid',
          borderWidth: `${px(box.borderTop)} ${px(box.borderRight)} ${px(box.borderBottom)} ${px(box.borderLeft)}`,
          borderColor: box.borderColor ?? 'var(--line)',
        }
      : {}),
    ...(box.borderRadius === undefined ? {} : { borderRadius: box.borderRadius }),
    ...(box.wrapAlign === 'left' || box.wrapAlign === 'right' ? { float: box.wrapAlign } : {}),
    ...(box.wrapAlign === 'center' ? { marginInline: 'auto' } : {}),
  }
}

function toContentStyle(box: BoxSettings): CSSProperties {
  const px = (value: number | undefined) => `${value ?? 0}px`
  return {
    ...(box.contentWidth ? { width: `${box.contentWidth}%` } : {}),
    ...(box.fontSize === undefined ? {} : { fontSize: box.fontSize }),
    ...(box.fontWeight === undefined ? {} : { fontWeight: box.fontWeight as CSSProperties['fontWeight'] }),
    ...toReadableColours(box),
    ...(box.textAlign === undefined ? {} : { textAlign: box.textAlign }),
    margin: `${px(box.marginTop)} ${px(box.marginRight)} ${px(box.marginBottom)} ${px(box.marginLeft)}`,
    padding: `${px(box.paddingTop)} ${px(box.paddingRight)} ${px(box.paddingBottom)} ${px(box.paddingLeft)}`,
  }
}

/** A club's single colour was chosen for a white page. Set the other too, or text vanishes in the dark. */
function toReadableColours({ textColor, backgroundColor }: BoxSettings): CSSProperties {
  if (textColor === undefined && backgroundColor === undefined) return {}
  return { color: textColor ?? '#11181C', backgroundColor: backgroundColor ?? '#FFFFFF' }
}
