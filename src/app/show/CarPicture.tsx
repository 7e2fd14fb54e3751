// The small picture of a car beside its words in a list. Nothing where it has none.
import type { EventCar } from '../../domain/event.ts'
import { toPictureUrl } from '../../domain/picture.ts'
import styles from './CarPicture.module.css'

export function CarPicture({ car }: { car: EventCar | undefined }) {
  const picture = car?.picture ?? ''
  if (picture === '') return null
  return (
    <img
      key={picture}
      className={styles.picture}
      src={toPictureUrl(picture, 'car')}
      alt=""
      width={88}
      height={66}
      loading="lazy"
      // where it is not on the phone, its place stays empty
      onError={({ currentTarget }) => {
        currentTarget.style.visibility = 'hidden'
      }}
    />
  )
}
